import { ACCESS_LIMITS_CAPABILITY } from '#contract/permissions'
import type { SpaceUser } from '#contract/users'
import { lazyPart } from '../../components/lazyPart'
import { columnsOf } from '../../components/resource/fields'
import { ResourceList } from '../../components/resource/ResourceList'
import { useCapability } from '../../config'
import { userFields } from './fields'

const UserGuide = lazyPart(() => import('./UserGuide'))

const SORT = { field: 'email', order: 'ASC' } as const

const columns = columnsOf<SpaceUser>(userFields, { actions: {} })
const withoutLimits = columns.filter(({ id }) => id !== 'tags' && id !== 'ends_at')

/** People of the space, also invited ones. Rules, "People of a space". */
export default function UserList() {
  const hasLimits = useCapability(ACCESS_LIMITS_CAPABILITY)
  return (
    <ResourceList columns={hasLimits ? columns : withoutLimits} defaultSort={SORT} guide={<UserGuide />} />
  )
}
