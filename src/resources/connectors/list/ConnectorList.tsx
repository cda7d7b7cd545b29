import type { Connector } from '#contract/connectors'
import { lazyPart } from '../../../components/lazyPart'
import { TableList } from '../../../components/table'
import { columns } from './columns'

const ConnectorCreate = lazyPart(() => import('../ConnectorCreate'))

const defaultSort = { field: 'name', order: 'ASC' } as const
const rowLabel = ({ name }: Connector) => name

/** Connectors of the space. Spec 1, section 2. */
export default function ConnectorList() {
  return (
    <TableList
      columns={columns}
      title="connectors.title"
      entity="connectors.entity"
      defaultSort={defaultSort}
      create={ConnectorCreate}
      createLabel="connectors.create.label"
      createPermission="space:connector:create"
      rowLabel={rowLabel}
    />
  )
}
