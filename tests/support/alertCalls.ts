import { expect } from 'vitest'
import {
  type Alert,
  alertRulesApi,
  alertsApi,
  type Condition,
  type Scope,
  type Trial,
} from '#contract/alerts'
import type { Fillable, TestSpace } from './builders'

type Caller = { token: string } | { key: string }

/** Calls about alert rules and alerts, by default as the owner of the current space. */
export function alertCalls(server: Pick<Fillable, 'call'>, space: () => TestSpace) {
  const call = async (
    method: string,
    path: string,
    body?: unknown,
    caller: Caller = { token: space().owner.token },
  ) => server.call(method, `/spaces/${space().id}${path}`, { ...caller, body })

  const alertsFor = async (query: string, caller?: Caller): Promise<Alert[]> => {
    const answer = await call('GET', `/alerts?limit=1000&${query}`, undefined, caller)
    return alertsApi.list.answer.parse(await answer.json())
  }
  const alertsOf = async ({ id }: { id: string }) => alertsFor(`rule_id=${id}`)

  return {
    call,
    alertsFor,
    alertsOf,
    devicesOf: async (rule: { id: string }) => (await alertsOf(rule)).flatMap(({ devices }) => devices),
    connectorsOf: async (rule: { id: string }) =>
      (await alertsOf(rule)).flatMap(({ connectors }) => connectors),
    aRule: async (condition: Condition, values: object = {}) => {
      const answer = await call('POST', '/alert-rules', { name: 'a rule', condition, ...values })
      expect([answer.status, answer.ok || (await answer.text())]).toEqual([201, true])
      return alertRulesApi.create.answer.parse(await answer.json())
    },
    tried: async (condition: Condition, scope: Scope = { kind: 'all' }): Promise<Trial> => {
      const answer = await call('POST', '/alert-rules/try', { condition, scope })
      expect([answer.status, answer.ok || (await answer.text())]).toEqual([200, true])
      return alertRulesApi.try.answer.parse(await answer.json())
    },
  }
}
