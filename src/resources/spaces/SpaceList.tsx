import type { Space } from '#contract/spaces'
import { lazyPart } from '../../components/lazyPart'
import { TimeText } from '../../components/page'
import { type Column, TableList } from '../../components/table'
import { Invitation, SpaceActions, SpaceId, SpaceName, SpaceRole, SpaceType } from './cells'
import { useRoleChoices } from './useRoleChoices'

const SpaceCreate = lazyPart(() => import('./SpaceCreate'))

const columns: readonly Column<Space>[] = [
  {
    id: 'name',
    label: 'spaces.fields.name',
    cell: (space) => <SpaceName space={space} />,
    sortBy: 'name',
    filter: { kind: 'text', source: 'name' },
    hideable: false,
    primary: true,
  },
  {
    id: 'id',
    label: 'spaces.fields.id',
    cell: ({ id }) => <SpaceId id={id} />,
    width: 192,
  },
  {
    id: 'type',
    label: 'spaces.fields.type',
    cell: (space) => <SpaceType {...space} />,
    sortBy: 'type',
    width: 92,
  },
  {
    id: 'role',
    label: 'spaces.fields.role',
    cell: (space) => <SpaceRole role={space.user_role} />,
    sortBy: 'user_role',
    filter: { kind: 'multiselect', source: 'user_role', useChoices: useRoleChoices },
    width: 96,
  },
  {
    id: 'created_at',
    label: 'spaces.fields.created_at',
    cell: ({ created_at }) => <TimeText value={created_at} />,
    sortBy: 'created_at',
    filter: { kind: 'dateRange', source: 'created_at' },
    // On one line from 1280 px.
    width: 'clamp(112px, 33vw - 226px, 192px)',
  },
  {
    id: 'invitation',
    label: 'spaces.fields.invitation',
    cell: (space) => <Invitation space={space} />,
    sortBy: 'invited',
    width: 172,
  },
  { id: 'actions', label: 'table.actions', cell: (space) => <SpaceActions space={space} />, width: 88 },
]

const SORT = { field: 'name', order: 'ASC' } as const
const rowLabel = ({ name }: Space) => name

/** The spaces of the signed-in person, invitations too. Spec 1, section 2; spec 2, section 4. */
export default function SpaceList() {
  return (
    <TableList<Space>
      columns={columns}
      title="spaces.title"
      entity="spaces.entity"
      defaultSort={SORT}
      create={SpaceCreate}
      createLabel="spaces.create.action"
      rowLabel={rowLabel}
    />
  )
}
