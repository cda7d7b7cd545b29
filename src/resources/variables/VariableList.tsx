import type { Variable } from '#contract/variables'
import { LaterNotice } from '../../components/bulk/LaterNotice'
import { lazyPart } from '../../components/lazyPart'
import { columnsOf } from '../../components/resource/fields'
import { ResourceList } from '../../components/resource/ResourceList'
import { useSpaceId } from '../../dataProvider/SpaceProvider'
import { BulkDelete } from './BulkDelete'
import { variableFields } from './fields'
import { ImportButton } from './import/ImportButton'
import { importKind } from './import/kind'

const InterruptedImport = lazyPart(() => import('./import/InterruptedImport'))

const VariableGuide = lazyPart(() => import('./VariableGuide'))

const SORT = { field: 'id', order: 'DESC' } as const

const columns = columnsOf<Variable>(variableFields, { actions: {} })

/** Variables of the space. Rules, "Variables". */
export default function VariableList() {
  const notice = (
    <LaterNotice kind={importKind(useSpaceId())}>
      <InterruptedImport />
    </LaterNotice>
  )
  return (
    <ResourceList
      columns={columns}
      defaultSort={SORT}
      createActions={<ImportButton />}
      bulkActions={<BulkDelete />}
      notice={notice}
      guide={<VariableGuide />}
    />
  )
}
