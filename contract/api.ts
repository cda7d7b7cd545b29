import { adminDevicesApi, adminSpacesApi, adminUsersApi, installationApi, routinesApi } from './admin'
import {
  ALERT_ASSIGNMENT_CAPABILITY,
  ALERT_KINDS_CAPABILITY,
  alertRulesApi,
  alertsApi,
  alertTestsApi,
  CONNECTOR_ALERTS_CAPABILITY,
  CONNECTOR_BEHIND_CAPABILITY,
  mutesApi,
  WEEKLY_MUTES_CAPABILITY,
} from './alerts'
import { auditApi, BATCH_CAPABILITY, spaceAuditApi } from './audit'
import { authApi, BROWSER_CAPABILITY } from './auth'
import {
  BOUNDED_LISTS_CAPABILITY,
  DOCUMENTATION_CAPABILITY,
  type Endpoint,
  LANGUAGE_CAPABILITY,
  LIST_FILTERS_CAPABILITY,
} from './common'
import { configTemplatesApi, configurationApi } from './configuration'
import {
  BATCHES_CAPABILITY,
  CONNECTOR_ALERT_TESTS_CAPABILITY,
  MQTT_CAPABILITY,
} from './connectors/capability'
import { connectorCertificatesApi } from './connectors/certificate'
import { connectorTestsApi } from './connectors/connectorTest'
import { connectorVersionsApi } from './connectors/versions'
import { deviceLogApi } from './deviceLog'
import { DEVICE_FILTERS_CAPABILITY, STATE_CAPABILITY } from './devices'
import { handoverApi } from './devices/handover'
import { firmwareApi } from './firmware'
import { guestLinksApi } from './guestLinks'
import { KEY_PERMISSIONS_CAPABILITY } from './keys'
import { messageSearchApi } from './messageSearch'
import { downlinkNamesApi } from './messages/downlinkNames'
import { noticeSettingsApi, noticesApi } from './notices'
import { olderApi } from './older'
import { overviewApi } from './overview'
import { authenticationsApi, profileApi } from './profile'
import { pushApi } from './push'
import { registrationApi } from './registration'
import { replaysApi } from './replays'
import { spaceResources } from './resources'
import { rolloutsApi } from './rollouts'
import { secondFactorApi } from './secondFactor'
import { historyApi, latestApi, seriesApi, seriesSettingsApi } from './series'
import { sessionsApi } from './sessions'
import { settingsApi } from './settings'
import { shiftsApi } from './shifts'
import { simsApi } from './sims'
import { spacesApi } from './spaces'
import { trashApi } from './trash'
import { SECRETS_CAPABILITY } from './variables'
import { viewsApi } from './views'

/** Every call of /v2. */
export const api = {
  auth: authApi,
  profile: profileApi,
  spaces: spacesApi,
  registration: registrationApi,
  authentications: authenticationsApi,
  sessions: sessionsApi,
  notices: noticesApi,
  push: pushApi,
  secondFactor: secondFactorApi,
  settings: settingsApi,
  ...spaceResources,
  connectorTests: connectorTestsApi,
  connectorCertificates: connectorCertificatesApi,
  connectorVersions: connectorVersionsApi,
  downlinkNames: downlinkNamesApi,
  series: { ...seriesApi, ...latestApi },
  seriesSettings: seriesSettingsApi,
  history: historyApi,
  alertRules: alertRulesApi,
  alerts: alertsApi,
  alertTests: alertTestsApi,
  mutes: mutesApi,
  shifts: shiftsApi,
  rollouts: rolloutsApi,
  replays: replaysApi,
  firmware: firmwareApi,
  guestLinks: guestLinksApi,
  configuration: configurationApi,
  configTemplates: configTemplatesApi,
  views: viewsApi,
  overview: overviewApi,
  noticeSettings: noticeSettingsApi,
  handover: handoverApi,
  deviceLog: deviceLogApi,
  messageSearch: messageSearchApi,
  adminUsers: adminUsersApi,
  adminDevices: adminDevicesApi,
  adminSpaces: adminSpacesApi,
  installation: installationApi,
  routines: routinesApi,
  sims: simsApi,
  audit: auditApi,
  spaceAudit: spaceAuditApi,
  trash: trashApi,
  older: olderApi,
}

/** All calls of /v2 in one list. */
export const endpoints: Endpoint[] = Object.values(api).flatMap((group) => Object.values(group))

/** Ids of the calls in the OpenAPI document: `devices_list`, from which client generators make names in any style. */
export const OPERATION_IDS: ReadonlyMap<Endpoint, string> = new Map(
  Object.entries(api).flatMap(([group, calls]) =>
    Object.entries(calls).map(([call, endpoint]): [Endpoint, string] => [endpoint, `${group}_${call}`]),
  ),
)

/**
 * Names of the calls and fields that other servers may not have; a server lists them in `/config.json`. Rules,
 * "Capabilities".
 */
export const CAPABILITIES = [
  ...new Set(endpoints.flatMap(({ capability }) => capability ?? [])),
  STATE_CAPABILITY,
  DEVICE_FILTERS_CAPABILITY,
  BROWSER_CAPABILITY,
  BATCH_CAPABILITY,
  ALERT_ASSIGNMENT_CAPABILITY,
  ALERT_KINDS_CAPABILITY,
  CONNECTOR_ALERTS_CAPABILITY,
  CONNECTOR_BEHIND_CAPABILITY,
  WEEKLY_MUTES_CAPABILITY,
  CONNECTOR_ALERT_TESTS_CAPABILITY,
  MQTT_CAPABILITY,
  BATCHES_CAPABILITY,
  BOUNDED_LISTS_CAPABILITY,
  DOCUMENTATION_CAPABILITY,
  LANGUAGE_CAPABILITY,
  LIST_FILTERS_CAPABILITY,
  SECRETS_CAPABILITY,
  KEY_PERMISSIONS_CAPABILITY,
]
