import {
  alertRuleEntity,
  alertRulesApi,
  alertsApi,
  alertTestsApi,
  muteEntity,
  mutesApi,
} from '#contract/alerts'
import type { Deps } from '../deps'
import type { Implement } from '../http/implement'
import {
  acknowledge,
  addNote,
  alertRules,
  createMute,
  createRule,
  deleteMute,
  deleteRule,
  listAlerts,
  mutes,
  readAlert,
  readAlertTest,
  sendAlertTest,
  tryRule,
  updateMute,
  updateRule,
} from '../services/alerts'
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
  implement(alertsApi.list, ({ params, query, caller }) => listAlerts(deps, caller, params.spaceId, query))
  implement(alertsApi.get, ({ params, caller }) => readAlert(deps, caller, params))
  implement(alertsApi.acknowledge, ({ params, body, caller, ifMatch }) =>
    acknowledge(deps, caller, params, body.note, ifMatch),
  )
  implement(alertsApi.addNote, ({ params, body, caller }) => addNote(deps, caller, params, body.note))
}
