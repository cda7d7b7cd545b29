import type { SpaceUser } from '#contract/users'
import { lazyPart } from '../../components/lazyPart'
import { columnsOf } from '../../components/resource/fields'
import { ResourceList } from '../../components/resource/ResourceList'
import { userFields } from './fields'

const UserGuide = lazyPart(() => import('./UserGuide'))

const SORT = { field: 'email', order: 'ASC' } as const

const columns = columnsOf<SpaceUser>(userFields, { actions: {} })

/** People of the space, also invited ones. Rules, "People of a space". */
export default function UserList() {
  return <ResourceList columns={columns} defaultSort={SORT} guide={<UserGuide />} />
}
