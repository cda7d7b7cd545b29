import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from 'pg'
import { LIST_LIMIT } from '#contract/common'
import { messagesApi } from '#contract/messages'
import { ApiClient } from './apiClient'
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

const TOKEN = 'a'.repeat(32)

/** Gives devices of the space a claim token, and answers the serial numbers of each gateway's devices. */
async function claimDevices(client: Client, spaceId: string): Promise<string[][]> {
  const { rows } = await client.query<{ serial_number: string }>(
    `insert into device_credential (space_id, device_id, serial_number, token_hash)
      select space_id, id, serial_number, sha256($3) from device where space_id = $1 order by id limit $2
      returning serial_number`,
    [spaceId, GATEWAYS * BATCH, Buffer.from(TOKEN)],
  )
  const serialNumbers = rows.map((row) => row.serial_number)
  return Array.from({ length: GATEWAYS }, (_, i) => serialNumbers.slice(i * BATCH, (i + 1) * BATCH))
}

const messageOf = (serial_number: string, sequence: number) => ({
  serial_number,
  token: TOKEN,
  type: 'data',
  body: {
    message: { sequence, timestamp: Math.floor(Date.now() / 1000), version: 1 },
    system: { uptime: sequence * 60, voltage_rest: 3.52, voltage_load: 3.41, current_load: 34 },
    thermometer: { temperature: 21.5 + (sequence % 40) / 10 },
    network: {
      parameter: { eest: 7, ecl: 0, rsrp: -85, rsrq: -7, snr: 9, plmn: 23003, cid: 1234567, band: 20 },
    },
  },
})

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
  const gateways = await claimDevices(client, setup.spaceId)
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
