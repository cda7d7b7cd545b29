import type { Connector } from '#contract/connectors'
import { lazyPart } from '../../components/lazyPart'
import { BulkDelete } from '../../components/resource/BulkDelete'
import { columnsOf } from '../../components/resource/fields'
import { ResourceList } from '../../components/resource/ResourceList'
import { connectorFields } from './fields'

const ConnectorGuide = lazyPart(() => import('./ConnectorGuide'))

const SORT = { field: 'name', order: 'ASC' } as const

const columns = columnsOf<Connector>(connectorFields, { actions: {} })

/** Connectors of the space. Rules, "Connectors". */
export default function ConnectorList() {
  return (
    <ResourceList
      columns={columns}
      defaultSort={SORT}
      bulkActions={<BulkDelete list="connectors" permission="space:connector:delete" />}
      guide={<ConnectorGuide />}
    />
  )
}
