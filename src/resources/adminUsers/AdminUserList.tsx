import type { AdminUser } from '#contract/admin'
import { columnsOf } from '../../components/resource/fields'
import { ResourceList } from '../../components/resource/ResourceList'
import { adminUserFields } from './fields'

const SORT = { field: 'email', order: 'ASC' } as const

const columns = columnsOf<AdminUser>(adminUserFields, { actions: {} })

/** The people of the whole installation. Rules, "Admin area". */
export default function AdminUserList() {
  return <ResourceList columns={columns} defaultSort={SORT} />
}
