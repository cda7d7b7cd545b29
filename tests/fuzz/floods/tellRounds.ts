import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { TOLD_PER_HOUR } from '#contract/alerts'
import { parseMail } from '../../support/mailbox'
import { uplinkOf } from '../../support/uplink'
import type { Round } from './rounds'
import type { Stage } from './stage'
import { anotherSpace, call, type Tenant } from './tenants'

/** Rules of the attacker, each of which opens and ends with every other uplink. */
const RULES = 50
/** Milliseconds between two uplinks. */
const PAUSE = 300
/** Milliseconds in which another tenant's e-mail comes: so many times as long as without an attack, or so long. */
const GOAL = { times: 3, milliseconds: 30_000 }
const PATIENCE = 90_000

async function aRule(url: string, { token, space }: Tenant, name: string) {
  const condition = { kind: 'above', path: 'level', limit: 50, end: null, readings: 1, seconds: 0 }
  await call(url, 'POST', `/spaces/${space.id}/alert-rules`, { token, body: { name, condition } })
}

const send = async (url: string, { device }: Tenant, level: number) =>
  call(url, 'POST', '/devices/uplink', { body: uplinkOf(device, { body: { level } }) })

/** How many e-mails there are about alerts of a space: the server writes them into files. */
function mailsAbout({ outbox }: Pick<Stage, 'outbox'>, { space }: Tenant): number {
  if (!existsSync(outbox)) return 0
  const links = readdirSync(outbox)
    .filter((name) => name.endsWith('.eml'))
    .map((name) => parseMail(readFileSync(join(outbox, name))).link)
  return links.filter((link) => link.includes(`/space/${space.id}/alerts`)).length
}

/** Milliseconds until an alert of a new space of the neighbour has its e-mail. */
async function delayOf(stage: Stage, name: string): Promise<number> {
  const tenant = await anotherSpace(stage.url, stage.neighbour, name)
  await aRule(stage.url, tenant, name)
  const began = performance.now()
  await send(stage.url, tenant, 100)
  while (mailsAbout(stage, tenant) === 0) {
    if (performance.now() - began > PATIENCE) return Number.POSITIVE_INFINITY
    await wait(100)
  }
  return performance.now() - began
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`

const flapping: Round = {
  name: `${RULES} rules that open and end with each uplink, and tell by e-mail`,
  async begin(stage) {
    const { url, attacker } = stage
    const idle = await delayOf(stage, 'flood-idle')
    const tenant = await anotherSpace(url, attacker, 'flood-telling')
    for (let i = 0; i < RULES; i++) await aRule(url, tenant, `rule ${i}`)
    const over = new AbortController()
    const attack = (async () => {
      for (let i = 0; !over.signal.aborted; i++) {
        await send(url, tenant, i % 2 === 0 ? 100 : 0)
        await wait(PAUSE)
      }
    })()
    const during = delayOf(stage, 'flood-during')
    return {
      async end() {
        const delay = await during
        over.abort()
        await attack
        const made = mailsAbout(stage, tenant)
        const allowed = Math.max(GOAL.times * idle, GOAL.milliseconds)
        const wrong = [
          ...(delay > allowed || idle > PATIENCE
            ? [`another tenant's e-mail came after ${seconds(delay)}`]
            : []),
          // The clock may begin a new hour meanwhile, and the end of the first has an e-mail of its own.
          ...(made > 2 * TOLD_PER_HOUR + 1 ? [`the attacker's alerts made ${made} e-mails`] : []),
        ]
        const told = `another tenant's e-mail after ${seconds(delay)}, without an attack ${seconds(idle)}; ${made} e-mails of the attacker`
        return { wrong, told }
      },
    }
  },
}

export const tellRounds: readonly Round[] = [flapping]
