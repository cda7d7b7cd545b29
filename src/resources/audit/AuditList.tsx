import { allColumns, useAuditList } from '../../components/audit/table'
import { ResourceList } from '../../components/resource/ResourceList'

/** Who changed what, in all spaces and outside of them. */
export default function AuditList() {
  return <ResourceList columns={allColumns} {...useAuditList()} />
}
