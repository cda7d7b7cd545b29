import type { Variable } from '#contract/variables'
import { columnsOf } from '../../components/resource/fields'
import { ResourceList } from '../../components/resource/ResourceList'
import { variableFields } from './fields'
import { ImportButton } from './import/ImportButton'

const SORT = { field: 'id', order: 'DESC' } as const

const columns = columnsOf<Variable>(variableFields, { actions: {} })

/** Variables of the space. Spec 2, section 2. */
export default function VariableList() {
  return <ResourceList columns={columns} defaultSort={SORT} createActions={<ImportButton />} />
}
