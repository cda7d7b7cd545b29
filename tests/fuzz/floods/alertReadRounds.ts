import { setTimeout as wait } from 'node:timers/promises'
import { api } from '#contract'
import { alertsApi, MUTES_MAX, RULES_MAX, SCOPE_MAX } from '#contract/alerts'
import { HOUR } from '#contract/common/durations'
import { deviceInput } from '../../support/builders'
import { uplinkOf } from '../../support/uplink'
import type { Question } from './client'
import { crowd } from './crowd'
import { toldOf, wrongIn } from './crowdRounds'
import { aKey } from './fleet'
import type { Round } from './rounds'
import type { Stage } from './stage'
import { anotherSpace, call } from './tenants'

const CONNECTIONS = 60
const DEVICES = 300
/** Milliseconds in which the rules open their alerts. */
const OPENING = 120_000

interface Place {
  path: string
  token: string
  key: string
}

/** A space in which every rule has an open alert of every device, and each device is muted by many mutes. */
async function aMutedPlace({ url, attacker }: Stage): Promise<Place> {
  const tenant = await anotherSpace(url, attacker, 'flood-alerts')
  const { token } = tenant
  const at = `/spaces/${tenant.space.id}`
  const post = async (path: string, body: object) => call(url, 'POST', `${at}${path}`, { token, body })
  const condition = { kind: 'above', path: 'level', limit: 1 }
  for (let i = 0; i < RULES_MAX; i++)
    await post('/alert-rules', { name: `flood ${i}`, condition, scope: { kind: 'all' } })
  const inputs = Array.from({ length: DEVICES }, () => deviceInput())
  const ids: string[] = []
  for (const input of inputs) ids.push(api.devices.create.answer.parse(await post('/devices', input)).id)
  const uplinks = inputs.map((input) => uplinkOf(input, { body: { level: 2 } }))
  await call(url, 'POST', '/devices/uplinks', { body: { uplinks } })
  const open = async () =>
    alertsApi.list.answer.parse(
      await call(url, 'GET', `${at}/alerts?state=open&limit=${RULES_MAX}`, { token }),
    )
  for (const end = performance.now() + OPENING; performance.now() < end; await wait(1000))
    if ((await open()).reduce((all, { open_count }) => all + open_count, 0) === RULES_MAX * DEVICES) break
  const ends_at = new Date(Date.now() + HOUR).toISOString()
  for (let i = 0; i < MUTES_MAX; i++) {
    const device_ids = Array.from({ length: SCOPE_MAX }, (_, place) => ids[(i * 7 + place * 2) % DEVICES])
    await post('/mutes', { name: `flood ${i}`, ends_at, scope: { kind: 'devices', device_ids } })
  }
  return { path: `/v2${at}`, token, key: await aKey(url, tenant) }
}

const places = new WeakMap<Stage, Promise<Place>>()

/** It takes long to make: the rounds share it. */
function placeOf(stage: Stage): Promise<Place> {
  const place = places.get(stage) ?? aMutedPlace(stage)
  places.set(stage, place)
  return place
}

const crowded = (name: string, prepare: (stage: Stage) => Promise<() => Question>): Round => ({
  name: `${CONNECTIONS} connections: ${name}`,
  async begin(stage) {
    const attack = crowd(stage.url, CONNECTIONS, await prepare(stage))
    return {
      async end() {
        const statuses = await attack.end()
        return { wrong: wrongIn(statuses), told: toldOf(statuses) }
      },
    }
  },
})

/** A person and a key of theirs ask in turn. */
const reading = (path: string) =>
  crowded(`${path} of ${RULES_MAX} alerts, ${MUTES_MAX} mutes and ${DEVICES} devices`, async (stage) => {
    const place = await placeOf(stage)
    let asked = 0
    return () => ({
      path: `${place.path}${path}`,
      ...(asked++ % 2 === 0 ? { token: place.token } : { key: place.key }),
    })
  })

export const alertReadRounds: readonly Round[] = [
  reading('/alerts'),
  reading('/alerts?limit=1000'),
  reading('/overview'),
  reading('/attention'),
  crowded('trials of a rule of the fleet', async ({ fleet }) => () => ({
    method: 'POST',
    path: `/v2/spaces/${fleet.space.id}/alert-rules/try`,
    token: fleet.token,
    body: { condition: { kind: 'above', path: 'temperature', limit: 21 } },
  })),
  crowded('overviews of 20 spaces of one person, with a key for each', async ({ url, attacker }) => {
    const spaces: Question[] = []
    for (let i = 0; i < 20; i++) {
      const tenant = await anotherSpace(url, attacker, `flood-keys-${i}`)
      spaces.push({ path: `/v2/spaces/${tenant.space.id}/overview`, key: await aKey(url, tenant) })
    }
    let asked = 0
    return () => spaces[asked++ % spaces.length] ?? { path: '/' }
  }),
]
