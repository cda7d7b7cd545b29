import EditIcon from '@mui/icons-material/EditOutlined'
import DetailIcon from '@mui/icons-material/InfoOutlined'
import { Suspense, useContext } from 'react'
import { type RaRecord, useGetRecordRepresentation } from 'react-admin'
import { useKnownPermission } from '../../dataProvider/account'
import { type MessageKey, useTranslate } from '../../i18n/translate'
import { lazyPart } from '../lazyPart'
import { WithIcon } from '../page'
import { NameLink, type RowAction, RowMenu } from '../table'
import { SharedNamesContext } from '../table/listMeta'
import { RowCommandsContext } from '../table/peeking'
import { reasonOf, useDefinition, useResourceAddresses } from './definition'

const WarningMark = lazyPart(() => import('../value/WarningMark'))

/** The name of a record in its list, as a link to its page. */
export function RecordLink({ id, name }: { id: string; name: string }) {
  return <NameLink to={useResourceAddresses().record(id)} name={name} />
}

/** The same, with a warning if other records of the list have the same name, which should be unique. */
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

const NONE: readonly RowAction[] = []

interface RowActionsProps {
  row: RaRecord
  /** Actions before "open". */
  first?: readonly RowAction[]
  /** Actions after it. */
  more?: readonly RowAction[]
}

/** The actions of a row: its own, and links to its page and edit mode. */
export function RowActions({ row, first = NONE, more = NONE }: RowActionsProps) {
  const translate = useTranslate()
  const definition = useDefinition()
  const { name: resource, permissions, edit } = definition
  const given = useGetRecordRepresentation(resource)(row)
  const name = typeof given === 'string' ? given : ''
  const to = useResourceAddresses().record(row.id)
  const reason = reasonOf(definition, row)
  // Offered until the role is known, because most people may edit, and rows should not change.
  const isPermitted = useKnownPermission(permissions.update) !== false
  const commands = useContext(RowCommandsContext)
  const id = String(row.id)
  const peek = commands?.peek && {
    text: translate('table.peek'),
    label: translate('table.peekAt', { name }),
    does: () => commands.peek?.(id),
  }
  const filter = commands && {
    text: translate('table.filter.byRow'),
    label: translate('table.filter.byRow'),
    does: () => commands.filterBy(id),
  }
  const open = {
    text: translate('table.openIt'),
    label: translate('table.open', { name }),
    Icon: DetailIcon,
    does: to,
  }
  const change = {
    text: translate('page.edit'),
    label: translate('table.edit', { name }),
    Icon: EditIcon,
    does: `${to}?edit=true`,
    reason: isPermitted ? reason && translate(reason) : translate('common.notPermitted'),
  }
  return (
    <RowMenu
      name={name}
      actions={[
        ...first,
        open,
        ...(edit ? [change] : []),
        ...(peek ? [peek] : []),
        ...(filter ? [filter] : []),
        ...more,
      ]}
    />
  )
}
