import { adminDevicesApi, adminUsersApi } from '#contract/admin'
import { alertRulesApi, alertsApi, mutesApi } from '#contract/alerts'
import { auditApi, spaceAuditApi } from '#contract/audit'
import { configTemplatesApi } from '#contract/configuration'
import { connectorsApi } from '#contract/connectors'
import { spaceResources } from '#contract/resources'
import { rolloutsApi } from '#contract/rollouts'
import { shiftsApi } from '#contract/shifts'
import { trashApi } from '#contract/trash'
import { viewsApi } from '#contract/views'
import { rolloutDevices } from './rolloutDevices'

/** The contract's calls for resources that the first page does not need. */
export const laterEndpoints = {
  ...spaceResources,
  /** Only on servers with the capability `deliveries`. */
  deliveries: { list: connectorsApi.deliveries, count: connectorsApi.deliveryCount },
  adminUsers: adminUsersApi,
  adminDevices: adminDevicesApi,
  /** Only on servers with the capability `audit`, like `spaceAudit`. */
  audit: auditApi,
  spaceAudit: spaceAuditApi,
  /** Only on servers with the capability `alerts`. */
  'alert-rules': alertRulesApi,
  alerts: alertsApi,
  /** Only on servers with the capability `mutes`. */
  mutes: mutesApi,
  /** Only on servers with the capability `shifts`. */
  shifts: shiftsApi,
  /** Only on servers with the capability `rollouts`. */
  rollouts: rolloutsApi,
  rolloutDevices: { list: rolloutDevices },
  /** Only on servers with the capability `configuration`. */
  'config-templates': configTemplatesApi,
  views: viewsApi,
  /** Only on servers with the capability `trash`. */
  trash: { list: trashApi.list, count: trashApi.count },
}
