import { allColumns, expand, NEWEST_FIRST, useRowLabel } from '../../components/audit/table'
import { ExportButton } from '../../components/export/ExportButton'
import { lazyPart } from '../../components/lazyPart'
import { ResourceList } from '../../components/resource/ResourceList'

const AuditExport = lazyPart(() => import('../../components/audit/AuditExport'))

/** Who changed what, in all spaces and outside of them. */
export default function AuditList() {
  return (
    <ResourceList
      columns={allColumns}
      defaultSort={NEWEST_FIRST}
      expand={expand}
      rowLabel={useRowLabel()}
      headerActions={<ExportButton Dialog={AuditExport} />}
    />
  )
}
