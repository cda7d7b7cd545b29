import AuditIcon from '@mui/icons-material/FactCheckOutlined'
import { AUDIT_CAPABILITY } from '#contract/audit/capability'
import type { AuditTexts } from '../../components/audit/texts'
import { lazyPart } from '../../components/lazyPart'
import { missingRecord, type ResourceDefinition } from '../../components/resource/definition'

/** Audit log of the whole installation. */
export const audit: ResourceDefinition<AuditTexts> = {
  name: 'audit',
  scope: 'admin',
  path: 'audit',
  capability: AUDIT_CAPABILITY,
  icon: AuditIcon,
  permissions: { read: 'admin:access' },
  list: lazyPart(() => import('./AuditList'), 'audit'),
  show: missingRecord('audit'),
}
