import type { Variable } from '#contract/variables'
import { lazyPart } from '../../components/lazyPart'
import { columnsOf } from '../../components/resource/fields'
import { ResourceList } from '../../components/resource/ResourceList'
import { BulkDelete } from './BulkDelete'
import { variableFields } from './fields'
import { ImportButton } from './import/ImportButton'

const VariableGuide = lazyPart(() => import('./VariableGuide'))

const SORT = { field: 'id', order: 'DESC' } as const

const columns = columnsOf<Variable>(variableFields, { actions: {} })

/** Variables of the space. Rules, "Variables". */
export default function VariableList() {
  return (
    <ResourceList
      columns={columns}
      defaultSort={SORT}
      createActions={<ImportButton />}
      bulkActions={<BulkDelete />}
      guide={<VariableGuide />}
    />
  )
}
