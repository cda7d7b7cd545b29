import { UPLINK_BATCH_MAX } from '#contract/messages'
import { startHistory } from '../../../server/workers/history'
import type { TestServer } from '../../support/makeServer'
import { upperQuartile } from '../api/compare'
import type { Line } from '../api/lines'
import { bodyAt } from './fill'

const GOAL = 0.8

interface Ingest {
  /** Credentials of devices. */
  proofs: readonly { serial_number: string; token: string }[]
  rounds: number
  milliseconds: number
}

/** Messages a second that come in by batches, with the worker that derives histories and without it, in turn. */
export async function benchIngesting(server: TestServer, ingest: Ingest): Promise<Line[]> {
  const base = await server.listen()
  const send = async () => {
    const began = performance.now()
    let stored = 0
    for (let sequence = 0; performance.now() - began < ingest.milliseconds; sequence++) {
      const uplinks = Array.from({ length: UPLINK_BATCH_MAX }, (_, i) => ({
        ...ingest.proofs[(sequence * UPLINK_BATCH_MAX + i) % ingest.proofs.length],
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
  for (let round = 0; round <= ingest.rounds; round++)
    for (const way of round % 2 ? (['with', 'without'] as const) : (['without', 'with'] as const)) {
      const worker = way === 'with' ? startHistory(server.deps) : null
      const rate = await send()
      await worker?.stop()
      if (round > 0) rates[way].push(rate)
    }
  const [having, lacking] = [upperQuartile(rates.with), upperQuartile(rates.without)]
  return [
    {
      what: `Messages of 20 values in batches, with histories against without (${ingest.rounds} rounds)`,
      measured: `${(having / lacking).toFixed(2)}× (${having.toFixed(0)} / ${lacking.toFixed(0)} a second)`,
      goal: `≥ ${GOAL}×`,
      met: having / lacking >= GOAL,
    },
  ]
}
