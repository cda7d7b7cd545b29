import type { Key } from '#contract/keys'
import { lazyPart } from '../../components/lazyPart'
import { columnsOf } from '../../components/resource/fields'
import { ResourceList } from '../../components/resource/ResourceList'
import { keyFields } from './fields'
import { usageColumns, useHasUsage, useIsUsageKnown } from './usage'

const KeyGuide = lazyPart(() => import('./KeyGuide'))

const SORT = { field: 'name', order: 'ASC' } as const

const columns = columnsOf<Key>(keyFields, { actions: {} })
const withUsage = () => [...columns.slice(0, -1), ...usageColumns, ...columns.slice(-1)]
// The usage loads after the rows. Other column objects then make the table measure its content again.
const [waiting, known] = [withUsage(), withUsage()]

/** Keys of the space. Rules, "Keys". */
export default function KeyList() {
  const withUsage = useIsUsageKnown() ? known : waiting
  return (
    <ResourceList columns={useHasUsage() ? withUsage : columns} defaultSort={SORT} guide={<KeyGuide />} />
  )
}
