import { Suspense, useCallback } from 'react'
import { useListContext } from 'react-admin'
import type { AuditEntry } from '#contract/audit'
import { idSchema } from '#contract/common'
import { formatTime, useClock } from '../../clock'
import { useGetOne } from '../../dataProvider/queries'
import { useOptionalSpaceId } from '../../dataProvider/SpaceProvider'
import { ExportButton } from '../export/ExportButton'
import { lazyPart, Waiting } from '../lazyPart'
import { TimeText } from '../page'
import { type Column, RowLinks } from '../table'
import { Action, Actor, Origin, Space, Target } from './cells'
import { GroupUndo } from './group/GroupUndo'
import { useGrouped } from './group/group'
import { msg, useTranslate } from './texts'
import { UndoButton } from './undo'
import { nameOf, useActionChoices, useSpaceActionChoices } from './words'

type AuditColumn = Column<AuditEntry>

const time: AuditColumn = {
  id: 'created_at',
  label: msg('audit.time'),
  cell: ({ created_at }) => <TimeText value={created_at} />,
  sortBy: 'id',
  filter: { kind: 'dateRange', source: 'created_at' },
  primary: true,
  hideable: false,
  width: 124,
}

const who: AuditColumn = {
  id: 'actor',
  label: msg('audit.who'),
  card: 'line',
  cell: (entry) => <Actor entry={entry} />,
  filter: { kind: 'text', source: 'actor' },
}

const actionOf = (choices: typeof useActionChoices): AuditColumn => ({
  id: 'action',
  label: msg('audit.action'),
  card: 'title',
  cell: (entry) => <Action entry={entry} />,
  filter: { kind: 'multiselect', source: 'action', choices },
  hideable: false,
})

/** Replaces an id in a filter by the name from an entry on this page or a device; any other text stays. */
function TargetName({ text }: { text: string }) {
  const { data } = useListContext<AuditEntry>()
  const isInSpace = useOptionalSpaceId() !== null
  const listed = data?.find(({ target_id }) => target_id === text)?.target_name
  const enabled = isInSpace && data !== undefined && !listed && idSchema.safeParse(text).success
  const { data: device } = useGetOne('devices', { id: text }, { enabled, retry: false })
  return listed ?? device?.name ?? text
}

const target: AuditColumn = {
  id: 'target',
  label: msg('audit.target'),
  card: 'line',
  cell: (entry) => <Target entry={entry} />,
  filter: { kind: 'text', source: 'target', Shown: TargetName },
}

const space: AuditColumn = {
  id: 'space',
  label: msg('audit.space'),
  cell: (entry) => <Space entry={entry} />,
  filter: { kind: 'text', source: 'space' },
  dropPriority: 2,
}

const from: AuditColumn = {
  id: 'from',
  label: msg('audit.from'),
  cell: (entry) => <Origin entry={entry} />,
  dropPriority: 1,
  inDetails: true,
}

const actions: AuditColumn = {
  id: 'actions',
  label: 'table.actions',
  card: 'actions',
  cell: (entry) => (
    <RowLinks>
      <UndoButton entry={entry} isIcon />
    </RowLinks>
  ),
  hideable: false,
  width: 84,
}

/** Columns of the audit log of all spaces. */
export const allColumns: readonly AuditColumn[] = [
  time,
  who,
  actionOf(useActionChoices),
  target,
  space,
  from,
  actions,
]

/** Columns of the audit log of one space. */
export const spaceColumns: readonly AuditColumn[] = [
  time,
  who,
  actionOf(useSpaceActionChoices),
  target,
  from,
  actions,
]

const NEWEST_FIRST = { field: 'id', order: 'DESC' } as const

const AuditExport = lazyPart(() => import('./AuditExport'))
const EntryDetails = lazyPart(() => import('./EntryDetails'))

/** The expanded row of an entry. */
const expand = (entry: AuditEntry) => (
  <Suspense fallback={<Waiting />}>
    <EntryDetails entry={entry} />
  </Suspense>
)

/** The name of an entry's row for screen readers: action, target and time. */
function useRowLabel() {
  const translate = useTranslate()
  const clock = useClock()
  return useCallback(
    (entry: AuditEntry) => `${nameOf(entry, translate)}, ${formatTime(Date.parse(entry.created_at), clock)}`,
    [translate, clock],
  )
}

/** Props of an audit log list, except its columns and title. */
export const useAuditList = () => ({
  defaultSort: NEWEST_FIRST,
  emptyText: msg('audit.empty'),
  filter: useGrouped(),
  frame: GroupUndo,
  expand,
  rowLabel: useRowLabel(),
  headerActions: <ExportButton Dialog={AuditExport} />,
})
