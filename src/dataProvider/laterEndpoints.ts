import { adminDevicesApi, adminUsersApi } from '#contract/admin'
import { alertRulesApi, alertsApi, mutesApi } from '#contract/alerts'
import { auditApi, spaceAuditApi } from '#contract/audit'

/** The contract's calls for resources whose pages load later and register them with `addEndpoints`. */
export const laterEndpoints = {
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
}
