import {
  alertRuleEntity,
  alertRulesApi,
  alertsApi,
  alertTestsApi,
  muteEntity,
  mutesApi,
} from '#contract/alerts'
import { noticeSettingsApi, noticesApi } from '#contract/notices'
import { pushApi } from '#contract/push'
import { shiftEntity, shiftsApi } from '#contract/shifts'
import type { Deps } from '../deps'
import type { Implement } from '../http/implement'
import { tryRule } from '../services/alerts/evaluation/trial'
import { listAlerts, readAlert } from '../services/alerts/list'
import { createMute, deleteMute, mutes, updateMute } from '../services/alerts/mutes'
import { acknowledge, addNote } from '../services/alerts/notes'
import { alertRules, createRule, deleteRule, updateRule } from '../services/alerts/rules'
import { createShift, deleteShift, shifts, updateShift } from '../services/alerts/shifts'
import { countNotices, listNotices, readNotices } from '../services/notices/notices'
import { readNoticeSettings, updateNoticeSettings } from '../services/notices/settings'
import { sendAlertTest } from '../services/notifications/alertTest'
import { readAlertTest } from '../services/notifications/testResults'
import { addBrowser, listBrowsers, removeBrowser } from '../services/push/browsers'
import { confirmBrowser } from '../services/push/confirm'
import { implementResource } from './resource'

/** The services behind the calls of alerts and their rules. */
export function alertRoutes(implement: Implement, deps: Deps) {
  const rules = { ...alertRules, create: createRule, update: updateRule, delete: deleteRule }
  implementResource(implement, deps)(alertRuleEntity, alertRulesApi, rules, () => {
    implement(alertRulesApi.try, ({ params, body, caller }) => tryRule(deps, caller, params.spaceId, body))
  })
  implement(alertTestsApi.send, ({ params, body, caller }) =>
    sendAlertTest(deps, caller, params.spaceId, body),
  )
  implement(alertTestsApi.get, ({ params, caller }) => readAlertTest(deps, caller, params))
  const times = { ...mutes, create: createMute, update: updateMute, delete: deleteMute }
  implementResource(implement, deps)(muteEntity, mutesApi, times)
  const duties = { ...shifts, create: createShift, update: updateShift, delete: deleteShift }
  implementResource(implement, deps)(shiftEntity, shiftsApi, duties)
  implement(alertsApi.list, ({ params, query, caller }) => listAlerts(deps, caller, params.spaceId, query))
  implement(alertsApi.get, ({ params, caller }) => readAlert(deps, caller, params))
  implement(alertsApi.acknowledge, ({ params, body, caller, ifMatch }) =>
    acknowledge(deps, caller, params, body, ifMatch),
  )
  implement(alertsApi.addNote, ({ params, body, caller }) => addNote(deps, caller, params, body.note))
}

/** The services behind the calls of notices, and of people's settings for them. */
export function noticeRoutes(implement: Implement, deps: Deps) {
  const { db } = deps
  implement(noticesApi.list, ({ query, caller }) => listNotices(db, caller, query))
  implement(noticesApi.count, ({ query, caller }) => countNotices(db, caller, query.at_most))
  implement(noticesApi.read, ({ body, caller }) => readNotices(deps, caller, body.ids))
  implement(noticeSettingsApi.get, ({ caller }) => readNoticeSettings(db, caller.userId))
  implement(noticeSettingsApi.update, ({ caller, body, ifMatch }) =>
    updateNoticeSettings(deps, caller, body, ifMatch),
  )
}

/** The services behind the calls of push messages. */
export function pushRoutes(implement: Implement, deps: Deps) {
  implement(pushApi.read, async ({ caller }) => ({
    public_key: deps.pushKey.publicKey,
    browsers: await listBrowsers(deps.db, caller, deps.now()),
  }))
  implement(pushApi.add, ({ caller, body }) => addBrowser(deps, caller, body))
  implement(pushApi.confirm, ({ body }) => confirmBrowser(deps, body))
  implement(pushApi.remove, ({ caller, params }) => removeBrowser(deps, caller, params))
}
