import DetailIcon from '@mui/icons-material/InfoOutlined'
import { type ReactNode, Suspense, useContext } from 'react'
import { type RaRecord, useGetRecordRepresentation } from 'react-admin'
import { type MessageKey, useTranslate } from '../../i18n/translate'
import { lazyPart } from '../lazyPart'
import { WithIcon } from '../page'
import { EditLink, NameLink, RowLink, RowLinks } from '../table'
import { SharedNamesContext } from '../table/listMeta'
import { reasonOf, useDefinition, useResourceAddresses } from './definition'

const WarningMark = lazyPart(() => import('../page/WarningMark'))

/** The name of a record in the list of its resource, as a link to its page. */
export function RecordLink({ id, name }: { id: string; name: string }) {
  return <NameLink to={useResourceAddresses().record(id)} name={name} />
}

/** The same, marked where other records of the list have the name, though it should tell one from the others. */
export function OwnNameLink({ id, name, taken }: { id: string; name: string; taken: MessageKey }) {
  const translate = useTranslate()
  if (!useContext(SharedNamesContext).includes(name.toLowerCase())) return <RecordLink id={id} name={name} />
  return (
    <WithIcon>
      <Suspense>
        <WarningMark text={translate(taken)} />
      </Suspense>
      <RecordLink id={id} name={name} />
    </WithIcon>
  )
}

/** The actions of a row in the list of its resource: its own links, its page and its edit mode. */
export function RowActions({ row, children }: { row: RaRecord; children?: ReactNode }) {
  const translate = useTranslate()
  const definition = useDefinition()
  const { name: resource, permissions, edit } = definition
  const name = useGetRecordRepresentation(resource)(row)
  const to = useResourceAddresses().record(row.id)
  const reason = reasonOf(definition, row)
  return (
    <RowLinks>
      {children}
      <RowLink to={to} label={translate('table.open', { name })}>
        <DetailIcon fontSize="small" />
      </RowLink>
      {edit && (
        <EditLink
          to={`${to}?edit=true`}
          label={translate('table.edit', { name })}
          permission={permissions.update}
          reason={reason && translate(reason)}
        />
      )}
    </RowLinks>
  )
}
