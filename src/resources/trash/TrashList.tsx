import { Typography } from '@mui/material'
import { hasTrash, type TrashEntry, trashResourceSchema } from '#contract/trash'
import { Field, FieldList, TimeText } from '../../components/page'
import { ResourceList } from '../../components/resource/ResourceList'
import type { Column } from '../../components/table'
import { group, msg, useTranslate } from '../../components/trash/texts'
import { textOf } from '../../i18n'
import { EmptyButton, EntryActions, SelectedActions } from './actions'

const kinds = group('trash.kinds')

const KINDS = trashResourceSchema.options.map((id) => ({ id, name: textOf(kinds, id) }))

/** The kind of a record; that of a newer server by its name. */
function Kind({ entry: { resource } }: { entry: TrashEntry }) {
  const translate = useTranslate()
  return <span>{hasTrash(resource) ? translate(textOf(kinds, resource)) : resource}</span>
}

/** How many old rows of a record are lost. */
function LeftOut({ entry }: { entry: TrashEntry }) {
  const translate = useTranslate()
  return (
    entry.left_out > 0 && (
      <Typography>{translate('trash.leftOut', { smart_count: entry.left_out })}</Typography>
    )
  )
}

/** What has no column. */
function Details({ entry }: { entry: TrashEntry }) {
  const translate = useTranslate()
  return (
    <>
      <FieldList>
        <Field label={translate('trash.fields.deleted_by')}>{entry.deleted_by ?? ''}</Field>
        <Field label={translate('trash.fields.batch')}>{entry.batch ?? ''}</Field>
      </FieldList>
      <LeftOut entry={entry} />
    </>
  )
}

const COLUMNS: readonly Column<TrashEntry>[] = [
  {
    id: 'name',
    label: msg('trash.fields.name'),
    cell: ({ name }) => <span>{name}</span>,
    filter: [
      { kind: 'text', source: 'text', minLength: 1 },
      { kind: 'text', source: 'batch', minLength: 36, label: msg('trash.fields.batch') },
    ],
    primary: true,
    hideable: false,
    least: 120,
  },
  {
    id: 'resource',
    label: msg('trash.fields.resource'),
    cell: (entry) => <Kind entry={entry} />,
    card: 'title',
    filter: { kind: 'multiselect', source: 'resource', choices: KINDS },
    width: 120,
  },
  {
    id: 'detail',
    label: msg('trash.fields.detail'),
    cell: ({ detail }) => <span>{detail}</span>,
    card: 'line',
    dropPriority: 1,
    least: 80,
  },
  {
    id: 'deleted_by',
    label: msg('trash.fields.deleted_by'),
    cell: ({ deleted_by }) => <span>{deleted_by}</span>,
    card: 'value',
    dropPriority: 2,
    least: 100,
  },
  {
    id: 'deleted_at',
    label: msg('trash.fields.deleted_at'),
    cell: ({ deleted_at }) => <TimeText value={deleted_at} />,
    card: 'value',
    sortBy: 'id',
    width: 124,
  },
  {
    id: 'kept_until',
    label: msg('trash.fields.kept_until'),
    cell: ({ kept_until }) => <TimeText value={kept_until} />,
    card: 'value',
    dropPriority: 3,
    width: 124,
  },
  {
    id: 'actions',
    label: 'table.actions',
    cell: (entry) => <EntryActions entry={entry} />,
    card: 'actions',
    hideable: false,
    width: 84,
  },
]

const NEWEST_FIRST = { field: 'id', order: 'DESC' } as const

const expand = (entry: TrashEntry) => <Details entry={entry} />

/** Deleted records of the space. Rules, "Trash". */
export default function TrashList() {
  const translate = useTranslate()
  return (
    <ResourceList<TrashEntry>
      columns={COLUMNS}
      defaultSort={NEWEST_FIRST}
      expand={expand}
      emptyText={msg('trash.empty')}
      bulkActions={<SelectedActions />}
      headerActions={<EmptyButton />}
      notice={
        <Typography variant="body2" color="text.secondary" sx={{ px: 2, pb: 2 }}>
          {translate('trash.intro')}
        </Typography>
      }
    />
  )
}
