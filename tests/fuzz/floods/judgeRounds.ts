import { setTimeout as wait } from 'node:timers/promises'
import { RULES_MAX } from '#contract/alerts'
import { UPLINK_BATCH_MAX } from '#contract/messages'
import { deviceInput } from '../../support/builders'
import { uplinkOf } from '../../support/uplink'
import { ask } from './client'
import { inParallel } from './fleet'
import type { Round } from './rounds'
import type { Stage } from './stage'
import { anotherSpace, call } from './tenants'

/** Values that all rules wait for, and that none does. */
const LEVEL = { beyond: 90, well: 10 }
const RULE = { kind: 'above', path: 'level', limit: 50 }
/** Milliseconds between two values that flap. */
const FLAP = 1000

/** A space of the attacker with so many devices, and as many rules of values as a space can have. */
async function aJudgedSpace({ url, attacker }: Stage, count: number) {
  const { token, space } = await anotherSpace(url, attacker, `flood-judged-${count}`)
  const at = `/spaces/${space.id}`
  const devices = Array.from({ length: count }, () => deviceInput())
  await inParallel(devices, (body) => call(url, 'POST', `${at}/devices`, { token, body }))
  await inParallel(
    Array.from({ length: RULES_MAX }, (_, i) => i),
    (i) => call(url, 'POST', `${at}/alert-rules`, { token, body: { name: `rule ${i}`, condition: RULE } }),
  )
  const batches = Array.from({ length: Math.ceil(count / UPLINK_BATCH_MAX) }, (_, i) =>
    devices.slice(i * UPLINK_BATCH_MAX, (i + 1) * UPLINK_BATCH_MAX),
  )
  /** All devices send a level, in batches. @returns the statuses of the answers */
  const send = async (level: number) => {
    const statuses: number[] = []
    for (const batch of batches) {
      const uplinks = batch.map((device) => uplinkOf(device, { body: { level } }))
      const question = { method: 'POST', path: '/v2/devices/uplinks', body: { uplinks } }
      statuses.push((await ask(url, question)).status)
    }
    return statuses
  }
  return { send, remove: () => ask(url, { method: 'DELETE', path: `/v2${at}`, token }) }
}

/** All devices send once, or one value after another until the end. */
const values = (name: string, devices: number, isFlapping: boolean): Round => ({
  name,
  async begin(stage) {
    const { send, remove } = await aJudgedSpace(stage, devices)
    const over = new AbortController()
    const statuses: number[] = []
    statuses.push(...(await send(LEVEL.beyond)))
    const flap = async () => {
      for (let level = LEVEL.well; !over.signal.aborted; level = LEVEL.beyond + LEVEL.well - level) {
        await wait(FLAP)
        statuses.push(...(await send(level)))
      }
    }
    const sending = isFlapping ? flap() : undefined
    return {
      async end() {
        over.abort()
        await sending
        await remove()
        const others = [...new Set(statuses)].filter((status) => status !== 201)
        return { wrong: others.map((status) => `an answer was ${status}, not 201`) }
      },
    }
  },
})

/** What one account makes the workers judge, which then judge for nobody else. */
export const judgeRounds: readonly Round[] = [
  values(`a batch of 300 devices that opens ${RULES_MAX} rules of each`, 300, false),
  values(`batches of 5000 devices that open ${RULES_MAX} rules of each`, 5000, false),
  values(`300 devices whose values flap, with ${RULES_MAX} rules of each`, 300, true),
]
