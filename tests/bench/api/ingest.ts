import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from 'pg'
import { LIST_LIMIT } from '#contract/common'
import { messagesApi } from '#contract/messages'
import { ApiClient } from './apiClient'
import { claimDevices, messageOf } from './claim'
import { upperQuartile } from './compare'
import type { Line } from './lines'
import type { Setup } from './setup'
import { openTail } from './tail'

const INGEST_GOAL = 2000
const GATEWAYS = 2
/** Messages of a batch, each from another device of the gateway. */
const BATCH = 500
const ROUNDS = 9
const ROUND_MS = 3000
/** Time that the tail has to show the last messages, in milliseconds. */
const PATIENCE = 30_000

/** Messages a second that the gateways bring in, each with one batch at a time. */
async function ingest(api: ApiClient, gateways: string[][]): Promise<number> {
  const began = performance.now()
  let stored = 0
  const send = async (serialNumbers: string[]) => {
    for (let sequence = 1; performance.now() - began < ROUND_MS; sequence++) {
      const uplinks = serialNumbers.map((serialNumber) => messageOf(serialNumber, sequence))
      const answer = await api.post('/devices/uplinks', JSON.stringify({ uplinks }))
      const parts = messagesApi.uplinks.answer.parse(JSON.parse(answer))
      const refused = parts.find((part) => 'error' in part)
      if (refused) throw new Error(refused.error)
      stored += parts.length
    }
  }
  await Promise.all(gateways.map(send))
  return (stored * 1000) / (performance.now() - began)
}

/** Batches of messages come in by HTTP while the console's tail follows the space. */
export async function benchIngest(setup: Setup, client: Client): Promise<Line[]> {
  const serialNumbers = await claimDevices(client, setup.spaceId, GATEWAYS * BATCH)
  const gateways = Array.from({ length: GATEWAYS }, (_, i) => serialNumbers.slice(i * BATCH, (i + 1) * BATCH))
  const devices = new ApiClient(setup.base)
  const reader = new ApiClient(setup.base, setup.token)
  const tail = openTail(setup)
  try {
    const rates: number[] = []
    // The first round only warms up.
    for (let round = 0; round <= ROUNDS; round++) {
      const rate = await ingest(devices, gateways)
      if (round > 0) rates.push(rate)
    }
    const ended = performance.now()
    const query = { limit: LIST_LIMIT }
    const newest = messagesApi.list.answer
      .parse(JSON.parse(await reader.get(`/spaces/${setup.spaceId}/messages`, query)))
      .map(({ id }) => id)
    let shown = await tail.shown()
    const isComplete = () => newest.every((id, i) => shown.ids[i] === id)
    while (!isComplete() && performance.now() - ended < PATIENCE) {
      await wait(100)
      shown = await tail.shown()
    }
    return [
      {
        what: `Messages by HTTP in batches of ${BATCH}, with the tail open (${ROUNDS} rounds)`,
        measured: `${upperQuartile(rates).toFixed(0)} a second (${Math.min(...rates).toFixed(0)} to ${Math.max(...rates).toFixed(0)})`,
        goal: `≥ ${INGEST_GOAL}`,
        met: upperQuartile(rates) >= INGEST_GOAL,
      },
      {
        what: 'The tail shows the newest messages after the last batch',
        measured: `${((performance.now() - ended) / 1000).toFixed(1)} s, ${shown.ids.length} rows, ${shown.readings} pages read`,
        goal: `≤ ${PATIENCE / 1000} s`,
        met: isComplete(),
      },
    ]
  } finally {
    tail.close()
    devices.close()
    reader.close()
  }
}
