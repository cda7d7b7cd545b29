import type { Key } from '#contract/keys'
import { columnsOf } from '../../components/resource/fields'
import { ResourceList } from '../../components/resource/ResourceList'
import { keyFields } from './fields'
import { usageColumns, useHasUsage } from './usage'

const SORT = { field: 'name', order: 'ASC' } as const

const columns = columnsOf<Key>(keyFields, { actions: {} })
const withUsage = [...columns.slice(0, -1), ...usageColumns, ...columns.slice(-1)]

/** Keys of the space. Rules, "Keys". */
export default function KeyList() {
  return <ResourceList columns={useHasUsage() ? withUsage : columns} defaultSort={SORT} />
}
