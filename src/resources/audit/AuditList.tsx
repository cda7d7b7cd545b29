import { allColumns, useAuditList } from '../../components/audit/table'
import { ResourceList } from '../../components/resource/ResourceList'

/** Audit log of all spaces and the installation. */
export default function AuditList() {
  return <ResourceList columns={allColumns} {...useAuditList()} />
}
