import { setTimeout as wait } from 'node:timers/promises'
import { api } from '#contract'
import { deviceInput } from '../../support/builders'
import { type Proof, uplinkOf } from '../../support/uplink'
import type { Call, Tenant } from './tenants'

/** A device, and an alert rule for one of its values. */
export interface Watched {
  device: Proof
  ruleId: string
}

const PATH = 'level'
/** A value that opens an alert, and one that ends it. */
const VALUE = { beyond: 90, well: 20 }
/** Milliseconds between two polls of the alerts, and after which polling stops. */
const LOOK = 100
export const ALERT_MAX = 30_000

/** Creates a device, and a rule for one of its values. */
export async function aWatched(call: Call, { token, space }: Tenant): Promise<Watched> {
  const at = `/spaces/${space.id}`
  const device = deviceInput()
  await call('POST', `${at}/devices`, { token, body: device })
  const condition = { kind: 'above', path: PATH, limit: 50 }
  const rule = await call('POST', `${at}/alert-rules`, {
    token,
    body: { name: device.name, condition, notify: { roles: [], user_ids: [] } },
  })
  return { device, ruleId: api.alertRules.create.answer.parse(rule).id }
}

/**
 * Alternately sends a value beyond the limit and a normal one.
 * @param until time of `performance.now()` at which no new alert is started; at least one is awaited
 * @returns milliseconds until each alert opened or ended; null when it did not in `ALERT_MAX`
 */
export async function alertDelays(
  { space, watched }: Tenant & { watched: Watched },
  ask: (path: string, init?: RequestInit) => Promise<unknown>,
  until: number,
): Promise<(number | null)[]> {
  const delays: (number | null)[] = []
  const send = (value: number) =>
    ask('/v2/devices/uplink', {
      method: 'POST',
      body: JSON.stringify(uplinkOf(watched.device, { body: { [PATH]: value } })),
    })
  const newest = async () => {
    const answer = await ask(`/v2/spaces/${space.id}/alerts?rule_id[]=${watched.ruleId}&limit=1`)
    const { data } = api.alerts.list.answer.safeParse(answer)
    return data?.[0]
  }
  /** Waits until the newest alert meets a condition. */
  const waitFor = async (isSo: (alert: Awaited<ReturnType<typeof newest>>) => boolean) => {
    const began = performance.now()
    while (!isSo(await newest())) {
      if (performance.now() - began > ALERT_MAX) return delays.push(null)
      await wait(LOOK)
    }
    return delays.push(performance.now() - began)
  }
  await send(VALUE.well)
  do {
    await wait(LOOK)
    const began = Date.now()
    await send(VALUE.beyond)
    await waitFor((alert) => alert?.ended_at === null && Date.parse(alert.opened_at) >= began)
    await wait(LOOK)
    await send(VALUE.well)
    if (delays.at(-1) !== null) await waitFor((alert) => typeof alert?.ended_at === 'string')
  } while (performance.now() < until && delays.at(-1) !== null)
  return delays
}
