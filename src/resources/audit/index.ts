import AuditIcon from '@mui/icons-material/FactCheckOutlined'
import { lazy } from 'react'
import { auditApi } from '#contract/audit'
import type { ResourceDefinition } from '../../components/resource/definition'

/** Who changed what in the whole installation. */
export const audit: ResourceDefinition = {
  name: 'audit',
  scope: 'admin',
  path: 'audit',
  capability: auditApi.list.capability,
  icon: AuditIcon,
  permissions: { read: 'admin:access' },
  list: lazy(() => import('./AuditList')),
}
