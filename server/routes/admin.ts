import { adminDevicesApi, adminSpacesApi, adminUsersApi, installationApi, routinesApi } from '#contract/admin'
import { auditApi, spaceAuditApi } from '#contract/audit'
import { settingsApi } from '#contract/settings'
import { simsApi } from '#contract/sims'
import type { Deps } from '../deps'
import type { Implement } from '../http/implement'
import { countAllDevices, listAllDevices } from '../services/administration/devices'
import { readInstallation } from '../services/administration/installation'
import { sendTestMail } from '../services/administration/mailTest'
import {
  countPeople,
  deletePerson,
  listPeople,
  readPerson,
  updatePerson,
} from '../services/administration/people'
import { listBackups, readRoutines, startRoutine } from '../services/administration/routines'
import { readSim, transferSim, updateSim } from '../services/administration/sims'
import { searchSpaces } from '../services/administration/spaces'
import { countAudit, listAudit } from '../services/audit/list'
import { readSettings, updateSettings } from '../services/settings'
import { undo } from '../services/undo'

/** The services behind the calls of the admin area and of the audit log. */
export function adminRoutes(implement: Implement, deps: Deps) {
  const { db } = deps

  implement(settingsApi.get, () => readSettings(db))
  implement(settingsApi.update, ({ caller, body, ifMatch }) => updateSettings(deps, caller, body, ifMatch))

  implement(installationApi.get, () => readInstallation(deps))

  implement(routinesApi.list, () => readRoutines(deps))
  implement(routinesApi.start, ({ caller, params }) => startRoutine(deps, caller, params.routine))
  implement(routinesApi.backups, () => listBackups(deps))
  implement(routinesApi.testMail, ({ caller }) => sendTestMail(deps, caller))

  implement(adminUsersApi.list, ({ query }) => listPeople(db, query))
  // Before the route of one person, because the first match wins.
  implement(adminUsersApi.count, ({ query }) => countPeople(db, query))
  implement(adminUsersApi.get, ({ params }) => readPerson(db, params.userId))
  for (const update of [adminUsersApi.update, adminUsersApi.updateUser])
    implement(update, ({ caller, params, body, ifMatch }) =>
      updatePerson(deps, caller, params.userId, body, ifMatch),
    )
  implement(adminUsersApi.delete, ({ caller, params, ifMatch }) =>
    deletePerson(deps, caller, params.userId, ifMatch),
  )

  implement(adminDevicesApi.list, ({ query }) => listAllDevices(db, query))
  implement(adminDevicesApi.count, ({ query }) => countAllDevices(db, query))

  implement(adminSpacesApi.search, ({ query }) => searchSpaces(db, query))

  implement(simsApi.get, ({ params }) => readSim(deps, params.simId))
  implement(simsApi.update, ({ caller, params, body }) =>
    body ? updateSim(deps, caller, params.simId, body) : transferSim(deps, caller, params.simId),
  )

  implement(auditApi.list, ({ query }) => listAudit(db, query))
  implement(auditApi.count, ({ query }) => countAudit(db, query))

  implement(spaceAuditApi.list, ({ params, query }) => listAudit(db, { ...query, space_id: params.spaceId }))
  implement(spaceAuditApi.count, ({ params, query }) =>
    countAudit(db, { ...query, space_id: params.spaceId }),
  )
  implement(spaceAuditApi.undo, ({ caller, params }) => undo(deps, caller, params))
}
