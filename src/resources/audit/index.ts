import AuditIcon from '@mui/icons-material/FactCheckOutlined'
import { lazy } from 'react'
import { AUDIT_CAPABILITY } from '#contract/audit/capability'
import type { ResourceDefinition } from '../../components/resource/definition'

/** Who changed what in the whole installation. */
export const audit: ResourceDefinition = {
  name: 'audit',
  scope: 'admin',
  path: 'audit',
  capability: AUDIT_CAPABILITY,
  icon: AuditIcon,
  permissions: { read: 'admin:access' },
  list: lazy(() => import('./AuditList')),
}
