// Attacks on the workers of the server: deliveries, evaluation of values, and e-mails.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { RULES_MAX, SEPARATE_PER_HOUR } from '#contract/alerts'
import { connectorsApi } from '#contract/connectors'
import { UPLINK_BATCH_MAX } from '#contract/messages'
import { quantile } from '../../harness/figures'
import { ask } from '../../harness/http'
import { sentences } from '../../harness/tool'
import { deviceInput } from '../../support/builders'
import { parseMail } from '../../support/mailbox'
import { uplinkOf } from '../../support/uplink'
import { countStatuses, type Round, repeating } from './attack'
import type { Stage } from './stage'
import { anotherSpace, aRoute, type Call, elsewhere, inParallel, type Tenant } from './tenants'

/** Quick code whose request is refused at once: the demo server sends only to public addresses. */
const QUICK = "function main() { return { url: 'http://127.0.0.1' } }"
const LOOPS = 'function main() { for (;;); }'
const busyFor = (milliseconds: number) =>
  `function main() { const until = Date.now() + ${milliseconds}; while (Date.now() < until); return null }`

/** Messages of the attacker at a time, and milliseconds between two floods. */
const FLOOD = { messages: 50, every: 500 }
/** Deliveries measured without an attack, milliseconds between two, and between two polls of one. */
const DELIVERIES = { idle: 30, every: 20, look: 10 }
/** Most that another tenant's delivery may take: times its usual duration, or milliseconds. */
const DELIVERY_GOAL = { times: 3, milliseconds: 250 }

/** Sends a message on a route of a tenant. @returns milliseconds until the attempt of its delivery */
async function deliverOne(
  call: Call,
  { token, space }: Tenant,
  { device, connector }: Awaited<ReturnType<typeof aRoute>>,
): Promise<number> {
  const path = `/spaces/${space.id}/connectors/${connector.id}/deliveries?limit=1`
  const newest = async () => connectorsApi.deliveries.answer.parse(await call('GET', path, { token }))[0]
  const began = performance.now()
  const before = (await newest())?.id
  await call('POST', '/devices/uplink', { body: uplinkOf(device) })
  for (;;) {
    const one = await newest()
    if (one && one.id !== before && one.attempts > 0) return performance.now() - began
    await wait(DELIVERIES.look)
  }
}

const textOf = (took: readonly number[]) =>
  `p50 ${quantile(took, 0.5).toFixed(0)}, p99 ${quantile(took, 0.99).toFixed(0)} ms`

/** Hundreds of messages for connectors with such code, while another tenant delivers. */
const delivering = (name: string, connectors: number, code: string): Round => ({
  name,
  async begin({ call, attacker, neighbour }) {
    const routes = await Promise.all(Array.from({ length: connectors }, () => aRoute(call, attacker, code)))
    const [own, others] = [await aRoute(call, attacker, QUICK), await aRoute(call, neighbour, QUICK)]
    const idle: number[] = []
    while (idle.length < DELIVERIES.idle) idle.push(await deliverOne(call, neighbour, others))
    const uplinks = routes.flatMap(({ device }) =>
      Array.from({ length: Math.ceil(FLOOD.messages / connectors) }, () => uplinkOf(device)),
    )
    const took: Record<'others' | 'own', number[]> = { others: [], own: [] }
    const keep =
      (into: number[], ...route: [Tenant, typeof own]) =>
      async () => {
        into.push(await deliverOne(call, ...route))
        await wait(DELIVERIES.every)
      }
    const flood = async () => {
      await call('POST', '/devices/uplinks', { body: { uplinks } })
      await wait(FLOOD.every)
    }
    const attack = repeating([flood, keep(took.others, neighbour, others), keep(took.own, attacker, own)])
    return async () => {
      await attack.end()
      const allowed = Math.max(DELIVERY_GOAL.times * quantile(idle, 0.99), DELIVERY_GOAL.milliseconds)
      const path = `/spaces/${attacker.space.id}/connectors/${routes[0]?.connector.id}/operation`
      const answer = await call('GET', path, { token: attacker.token })
      const { state } = connectorsApi.operation.answer.parse(answer)
      return {
        wrong: sentences([
          quantile(took.others, 0.99) > allowed,
          `another tenant's deliveries took more than ${allowed.toFixed(0)} ms`,
        ]),
        report: `deliveries of another tenant ${textOf(idle)}, then ${textOf(took.others)}; of the attacker's other connector ${textOf(took.own)}; the first one is ${state}`,
      }
    }
  },
})

export const functions: readonly Round[] = [
  delivering('a connector whose code loops', 1, LOOPS),
  delivering('ten connectors whose code loops', 10, LOOPS),
  delivering('eight connectors whose code takes nearly all the time that it may', 8, busyFor(220)),
]

/** A value beyond the limits of all rules, and one within them. */
const LEVEL = { beyond: 90, well: 10 }
const above50 = { kind: 'above', path: 'level', limit: 50, end: null, readings: 1, seconds: 0 }
/** Milliseconds between two flapping values. */
const FLAP = 1000

const aRule = (call: Call, { token, space }: Tenant, name: string) =>
  call('POST', `/spaces/${space.id}/alert-rules`, { token, body: { name, condition: above50 } })

/**
 * Many devices, and as many rules for values as a space can have. All devices send once, or repeatedly until the end.
 */
const values = (name: string, count: number, isFlapping: boolean): Round => ({
  name,
  async begin({ url, call, attacker }) {
    const tenant = await anotherSpace(call, attacker, `flood-judged-${count}`)
    const { token } = tenant
    const at = `/spaces/${tenant.space.id}`
    const devices = Array.from({ length: count }, () => deviceInput())
    await inParallel(devices, (body) => call('POST', `${at}/devices`, { token, body }))
    const names = Array.from({ length: RULES_MAX }, (_, i) => `rule ${i}`)
    await inParallel(names, (name) => aRule(call, tenant, name))
    const { note, ended } = countStatuses([201])
    /** Sends a level of all devices, in batches. */
    const send = async (level: number) => {
      for (let from = 0; from < count; from += UPLINK_BATCH_MAX) {
        const batch = devices.slice(from, from + UPLINK_BATCH_MAX)
        const body = { uplinks: batch.map((device) => uplinkOf(device, { body: { level } })) }
        note((await ask(url, { method: 'POST', path: '/v2/devices/uplinks', body, ...elsewhere })).status)
      }
    }
    await send(LEVEL.beyond)
    let level = LEVEL.beyond
    const flap = async () => {
      await wait(FLAP)
      level = LEVEL.beyond + LEVEL.well - level
      await send(level)
    }
    const attack = repeating(isFlapping ? [flap] : [])
    return async () => {
      await attack.end()
      await call('DELETE', at, { token })
      return ended()
    }
  },
})

/** One account gives the workers much to evaluate, which must not delay others. */
export const evaluation: readonly Round[] = [
  values(`a batch of 300 devices that opens ${RULES_MAX} rules of each`, 300, false),
  values(`batches of 5000 devices that open ${RULES_MAX} rules of each`, 5000, false),
  values(`300 devices whose values flap, with ${RULES_MAX} rules of each`, 300, true),
]

/** Rules of the attacker, which open and end with every other uplink, and milliseconds between two uplinks. */
const NOTIFYING = { rules: 50, pause: 300 }
/** Most that another tenant's e-mail may take: times its usual duration, or milliseconds. */
const MAIL_GOAL = { times: 3, milliseconds: 30_000 }
const PATIENCE = 90_000

const sendLevel = (call: Call, { device }: Tenant, level: number) =>
  call('POST', '/devices/uplink', { body: uplinkOf(device, { body: { level } }) })

/** Counts e-mails about alerts of a space, which the server writes to files. */
function mailsAbout({ outbox }: Pick<Stage, 'outbox'>, { space }: Tenant): number {
  if (!existsSync(outbox)) return 0
  const links = readdirSync(outbox)
    .filter((name) => name.endsWith('.eml'))
    .map((name) => parseMail(readFileSync(join(outbox, name))).link)
  return links.filter((link) => link.includes(`/space/${space.id}/alerts`)).length
}

/** Milliseconds until an alert in a new space of the neighbour has its e-mail. */
async function delayOf(stage: Stage, name: string): Promise<number> {
  const tenant = await anotherSpace(stage.call, stage.neighbour, name)
  await aRule(stage.call, tenant, name)
  const began = performance.now()
  await sendLevel(stage.call, tenant, 100)
  while (mailsAbout(stage, tenant) === 0) {
    if (performance.now() - began > PATIENCE) return Infinity
    await wait(100)
  }
  return performance.now() - began
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`

export const notifying: Round = {
  name: `${NOTIFYING.rules} rules that open and end with each uplink, and notify by e-mail`,
  async begin(stage) {
    const { call, attacker } = stage
    const idle = await delayOf(stage, 'flood-idle')
    const tenant = await anotherSpace(call, attacker, 'flood-notifying')
    for (let i = 0; i < NOTIFYING.rules; i++) await aRule(call, tenant, `rule ${i}`)
    let level = 0
    const flap = async () => {
      level = 100 - level
      await sendLevel(call, tenant, level)
      await wait(NOTIFYING.pause)
    }
    const attack = repeating([flap])
    const during = delayOf(stage, 'flood-during')
    return async () => {
      const delay = await during
      await attack.end()
      const made = mailsAbout(stage, tenant)
      const allowed = Math.max(MAIL_GOAL.times * idle, MAIL_GOAL.milliseconds)
      return {
        wrong: sentences(
          [delay > allowed || idle > PATIENCE, `another tenant's e-mail came after ${seconds(delay)}`],
          // A new hour may begin meanwhile, and the end of the first one has an e-mail of its own.
          [made > 2 * SEPARATE_PER_HOUR + 1, `the attacker's alerts made ${made} e-mails`],
        ),
        report: `another tenant's e-mail after ${seconds(delay)}, without an attack ${seconds(idle)}; ${made} e-mails of the attacker`,
      }
    }
  },
}
