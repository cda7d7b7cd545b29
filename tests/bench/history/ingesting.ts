import { alertRulesApi, type Condition, MUTES_MAX, RULES_MAX } from '#contract/alerts'
import { HOUR } from '#contract/common/durations'
import { UPLINK_BATCH_MAX } from '#contract/messages'
import { startAlerts } from '../../../server/workers/alerts'
import { startHistory } from '../../../server/workers/history'
import type { TestSpace } from '../../support/builders'
import type { TestServer } from '../../support/makeServer'
import { upperQuartile } from '../api/compare'
import type { Line } from '../api/lines'
import { bodyAt, PATHS } from './fill'

const GOALS = { histories: 0.8, rules: 0.9 }

interface Ingest {
  /** Credentials of devices. */
  proofs: readonly { serial_number: string; token: string }[]
  rounds: number
  milliseconds: number
}

/** How many messages a second come in by batches, one way in turn with the other; the rounds that other work disturbs least. */
async function compareWays(
  server: TestServer,
  { proofs, rounds, milliseconds }: Ingest,
  begin: (isWith: boolean) => Promise<() => Promise<unknown>>,
): Promise<{ having: number; lacking: number }> {
  const base = await server.listen()
  const send = async () => {
    const began = performance.now()
    let stored = 0
    for (let sequence = 0; performance.now() - began < milliseconds; sequence++) {
      const uplinks = Array.from({ length: UPLINK_BATCH_MAX }, (_, i) => ({
        ...proofs[(sequence * UPLINK_BATCH_MAX + i) % proofs.length],
        type: 'data',
        body: JSON.parse(bodyAt(Date.now(), i)) as unknown,
      }))
      const answer = await fetch(`${base}/v2/devices/uplinks`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ uplinks }),
      })
      if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
      await answer.text()
      stored += uplinks.length
    }
    return (stored * 1000) / (performance.now() - began)
  }
  const rates: { with: number[]; without: number[] } = { with: [], without: [] }
  // The first round only warms up.
  for (let round = 0; round <= rounds; round++)
    for (const way of round % 2 ? (['with', 'without'] as const) : (['without', 'with'] as const)) {
      const end = await begin(way === 'with')
      const rate = await send()
      await end()
      if (round > 0) rates[way].push(rate)
    }
  return { having: upperQuartile(rates.with), lacking: upperQuartile(rates.without) }
}

const lineOf = (
  what: string,
  { having, lacking }: { having: number; lacking: number },
  goal: number,
): Line => ({
  what,
  measured: `${(having / lacking).toFixed(2)}× (${having.toFixed(0)} / ${lacking.toFixed(0)} a second)`,
  goal: `≥ ${goal}×`,
  met: having / lacking >= goal,
})

/** Messages that come in with the worker that derives histories, and without it. */
export async function benchIngesting(server: TestServer, ingest: Ingest): Promise<Line> {
  const compared = await compareWays(server, ingest, async (isWith) => {
    const worker = isWith ? startHistory(server.deps) : null
    return async () => worker?.stop()
  })
  const what = `Messages of 20 values in batches, with histories against without (${ingest.rounds} rounds)`
  return lineOf(what, compared, GOALS.histories)
}

/** Rules about all devices: most wait for values, some of which are often beyond; some wait for silence. */
function conditionOf(n: number): Condition {
  const path = PATHS[n % PATHS.length] ?? ''
  if (n % 5 === 0) return { kind: 'silent', seconds: 60 * (n + 1) }
  if (n % 5 === 1) return { kind: 'jump', path, by: 20 + n }
  const limit = n % 5 === 2 ? 20 + (n % 20) : 1000
  return { kind: 'above', path, limit, end: null, readings: 1, seconds: 0 }
}

/**
 * Messages that come in while a space has as many rules and mutes as it can have, and while it has none at work; histories are
 * derived.
 */
export async function benchRules(
  server: TestServer,
  { id: spaceId, owner: { token } }: TestSpace,
  { deviceIds, ...ingest }: Ingest & { deviceIds: readonly string[] },
): Promise<Line> {
  const create = async (path: string, body: object): Promise<unknown> => {
    const answer = await server.call('POST', `/spaces/${spaceId}${path}`, { token, body })
    if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  const ruleIds: string[] = []
  for (let n = 0; n < RULES_MAX; n++) {
    const body = { name: `rule ${n}`, enabled: false, condition: conditionOf(n) }
    ruleIds.push(alertRulesApi.create.answer.parse(await create('/alert-rules', body)).id)
  }
  const ends_at = new Date(Date.now() + HOUR).toISOString()
  for (let n = 0; n < MUTES_MAX; n++) {
    const scope = { kind: 'devices', device_ids: deviceIds.filter((_, i) => i % 2 === n % 2) }
    await create('/mutes', { name: `mute ${n}`, scope, rule_ids: ruleIds.slice(n, n + 1), ends_at })
  }
  const compared = await compareWays(server, ingest, async (isWith) => {
    await server.db.$client.query('update alert_rule set enabled = $2 where space_id = $1', [spaceId, isWith])
    const workers = [startHistory(server.deps), startAlerts(server.deps)]
    return () => Promise.all(workers.map(async (worker) => worker.stop()))
  })
  const what = `The same with histories, ${RULES_MAX} alert rules and ${MUTES_MAX} mutes, against histories alone`
  return lineOf(what, compared, GOALS.rules)
}
