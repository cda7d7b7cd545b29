import { setTimeout as wait } from 'node:timers/promises'
import { connectorsApi } from '#contract/connectors'
import { uplinkOf } from '../../support/uplink'
import { percentile } from './measure'
import type { Round } from './rounds'
import type { Stage } from './stage'
import { aRoute, call, type Tenant } from './tenants'

/** Quick code, whose request is refused at once: the demo's server sends to public addresses only. */
const QUICK = "function main() { return { url: 'http://127.0.0.1' } }"
const LOOPS = 'function main() { for (;;); }'
const busyFor = (milliseconds: number) =>
  `function main() { const until = Date.now() + ${milliseconds}; while (Date.now() < until); return null }`

/** Messages of the attacker at a time, and milliseconds between. */
const FLOOD = { messages: 50, every: 500 }
/** Deliveries that are measured without an attack, milliseconds between two, and between two looks at one. */
const IDLE = 30
const EVERY = 20
const LOOK = 10
/** What another tenant's delivery may take: so many times as long as without an attack, or so many milliseconds. */
const GOAL = { times: 3, milliseconds: 250 }

type Route = Awaited<ReturnType<typeof aRoute>>

/** Sends a message. @returns milliseconds until its delivery was tried */
async function deliverOne(
  url: string,
  { token, space }: Tenant,
  { device, connector }: Route,
): Promise<number> {
  const began = performance.now()
  const path = `/spaces/${space.id}/connectors/${connector.id}/deliveries`
  const newest = async () =>
    connectorsApi.deliveries.answer.parse(await call(url, 'GET', `${path}?limit=1`, { token }))[0]
  const before = (await newest())?.id
  await call(url, 'POST', '/devices/uplink', { body: uplinkOf(device) })
  for (;;) {
    const one = await newest()
    if (one && one.id !== before && one.attempts > 0) return performance.now() - began
    await wait(LOOK)
  }
}

/** Delivers one message after the other until it is ended. */
function keepDelivering(url: string, tenant: Tenant, route: Route) {
  const over = new AbortController()
  const took: number[] = []
  const running = (async () => {
    while (!over.signal.aborted) {
      took.push(await deliverOne(url, tenant, route))
      await wait(EVERY)
    }
  })()
  return async () => {
    over.abort()
    await running
    return took
  }
}

const textOf = (took: readonly number[]) =>
  `p50 ${percentile(took, 50).toFixed(0)}, p99 ${percentile(took, 99).toFixed(0)} ms`

/** Messages by the hundred for connectors with such code, while others deliver. */
const flooding = (name: string, connectors: number, code: string): Round => ({
  name,
  async begin({ url, attacker, neighbour }: Stage) {
    const routes = await Promise.all(
      Array.from({ length: connectors }, async () => aRoute(url, attacker, code)),
    )
    const [own, others] = [await aRoute(url, attacker, QUICK), await aRoute(url, neighbour, QUICK)]
    const idle: number[] = []
    for (let n = 0; n < IDLE; n++) idle.push(await deliverOne(url, neighbour, others))
    const uplinks = routes.flatMap(({ device }) =>
      Array.from({ length: Math.ceil(FLOOD.messages / connectors) }, () => uplinkOf(device)),
    )
    const over = new AbortController()
    const sending = (async () => {
      while (!over.signal.aborted) {
        await call(url, 'POST', '/devices/uplinks', { body: { uplinks } })
        await wait(FLOOD.every)
      }
    })()
    const ends = [keepDelivering(url, neighbour, others), keepDelivering(url, attacker, own)]
    return {
      async end() {
        over.abort()
        await sending
        const [during = [], beside = []] = await Promise.all(ends.map((end) => end()))
        const allowed = Math.max(GOAL.times * percentile(idle, 99), GOAL.milliseconds)
        const [first] = routes
        const path = `/spaces/${attacker.space.id}/connectors/${first?.connector.id}/operation`
        const { state } = connectorsApi.operation.answer.parse(
          await call(url, 'GET', path, { token: attacker.token }),
        )
        return {
          wrong:
            percentile(during, 99) > allowed
              ? [`another tenant's deliveries took more than ${allowed.toFixed(0)} ms`]
              : [],
          told: `deliveries of another tenant ${textOf(idle)}, then ${textOf(during)}; of the attacker's other connector ${textOf(beside)}; the first one is ${state}`,
        }
      },
    }
  },
})

export const functionRounds: readonly Round[] = [
  flooding('a connector whose code loops', 1, LOOPS),
  flooding('ten connectors whose code loops', 10, LOOPS),
  flooding('eight connectors whose code takes nearly all the time that it may', 8, busyFor(220)),
]
