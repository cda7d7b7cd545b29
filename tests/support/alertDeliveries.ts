import { type AlertRuleCreate, type Audience, alertRulesApi, type Condition } from '#contract/alerts'
import type { ConnectorInput } from '#contract/connectors'
import { aConnector, aDevice, aSpace, type Fillable, type TestSpace } from './builders'
import { deliveryCalls } from './deliveryCalls'
import { findValues } from './series'
import { anUplink } from './uplink'

/** A tank that is nearly empty. */
export const EMPTY_TANK: Condition = {
  kind: 'below',
  path: 'tank.level',
  limit: 20,
  end: null,
  readings: 1,
  seconds: 0,
}

/** Source of a connector that sends its whole job to an address. */
export const sendsJob = (url: string) =>
  `function main(job) { return { url: ${JSON.stringify(url)}, data: job } }`

/** Creates a rule for devices of a space. */
export async function aRuleOf(
  server: Pick<Fillable, 'call'>,
  space: TestSpace,
  devices: readonly { id: string }[],
  notify: Partial<Audience>,
  condition = EMPTY_TANK,
) {
  const scope = { kind: 'devices', device_ids: devices.map(({ id }) => id) }
  const body = { name: 'tank nearly empty', condition, scope, notify: { roles: [], user_ids: [], ...notify } }
  const { token } = space.owner
  const answer = await server.call('POST', `/spaces/${space.id}/alert-rules`, { token, body })
  return alertRulesApi.create.answer.parse(await answer.json())
}

/** Creates a rule that notifies the admins of a space, and sends each alert to an address by a connector. */
export async function aDuty(
  server: Pick<Fillable, 'call'>,
  space: Parameters<typeof aConnector>[1],
  url: string,
  rule: Pick<AlertRuleCreate, 'name' | 'condition'> & Partial<Pick<AlertRuleCreate, 'scope'>>,
) {
  const transformation = `function main(job) { return { url: ${JSON.stringify(url)}, data: job.alert } }`
  const connector = await aConnector(server, space, { name: 'duty', triggers: [], transformation })
  const notify = { roles: ['admin'], user_ids: [], connector_ids: [connector.id] }
  const { token } = space.owner
  const body = { ...rule, notify }
  const answer = await server.call('POST', `/spaces/${space.id}/alert-rules`, { token, body })
  return alertRulesApi.create.answer.parse(await answer.json())
}

/** Sends levels as a device, and evaluates them. */
export async function sendLevels(
  server: Fillable,
  device: Parameters<typeof anUplink>[1],
  ...levels: number[]
) {
  for (const level of levels) await anUplink(server, device, { body: { tank: { level } } })
  await findValues(server)
}

/** Creates a space with a device, and a rule for it that notifies a connector without triggers. */
export async function anAlertRoute(server: Fillable, values: Partial<ConnectorInput>) {
  const space = await aSpace(server)
  const device = await aDevice(server, space, { name: 'reservoir-north' })
  const connector = await aConnector(server, space, { triggers: [], tags: [], retry_delays: [], ...values })
  const rule = await aRuleOf(server, space, [device], { connector_ids: [connector.id] })
  return {
    space,
    device,
    connector,
    rule,
    send: async (...levels: number[]) => sendLevels(server, device, ...levels),
    ...deliveryCalls(server, () => ({ space, connector })),
  }
}
