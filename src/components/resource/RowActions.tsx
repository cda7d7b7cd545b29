import DetailIcon from '@mui/icons-material/InfoOutlined'
import type { ReactNode } from 'react'
import { type RaRecord, useGetRecordRepresentation } from 'react-admin'
import { useTranslate } from '../../i18n/translate'
import { EditLink, NameLink, RowLink, RowLinks } from '../table'
import { reasonOf, useDefinition, useResourceAddresses } from './definition'

/** The name of a record in the list of its resource, as a link to its page. */
export function RecordLink({ id, name }: { id: string; name: string }) {
  return <NameLink to={useResourceAddresses().record(id)} name={name} />
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
