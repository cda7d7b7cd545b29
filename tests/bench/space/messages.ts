import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { LIST_LIMIT } from '#contract/common'
import { DAY } from '#contract/common/durations'
import { messageListQuery, messagesApi } from '#contract/messages'
import { messagePage } from '../../../server/services/messages/page'
import { startApart } from '../../harness/apart'
import { upperQuartile } from '../../harness/figures'
import { type Row, row } from '../../harness/rows'
import { claimDevices, DAYS, messageOf, type TagName, tagIdOf } from './fill'
import { idsOf, pagingRow } from './pages'
import { type FullSpace, PAGE } from './setup'
import { throughputRow } from './throughput'

/** The page that is compared with the first one. */
const FAR_PAGE = 2000

/** Device with the most messages of the space. */
const BUSIEST =
  'select device_id as id from message where space_id = $1 group by 1 order by count(*) desc limit 1'

const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString()
const statementOf =
  ({ spaceId }: FullSpace) =>
  (query: object) =>
    messagePage(spaceId, messageListQuery.parse(query), new Date())

/**
 * Measures pages of the space, of one device and of one tag, the messages that a tag reads, and how fast messages are
 * stored.
 */
export async function benchMessages(full: FullSpace): Promise<Row[]> {
  const { spaceId, client, api, at } = full
  const list = { path: `${at}/messages`, statementOf: statementOf(full) }
  const { rows: busiest } = await client.query<{ id: string }>(BUSIEST, [spaceId])
  const whole = { after: ago(DAYS), before: ago(0), limit: PAGE }
  const scopes: [what: string, query: object][] = [
    ['the space', whole],
    ['one device', { ...whole, device_id: busiest[0]?.id }],
    ['one tag', { ...whole, tag_id: await tagIdOf(client, spaceId, 'fifth') }],
    ['a tag of few devices', { ...whole, tag_id: await tagIdOf(client, spaceId, 'busy') }],
  ]
  const rows: Row[] = []
  for (const [what, first] of scopes) {
    const read = async (query: object) => idsOf(await api.get(list.path, query))
    const offset = (FAR_PAGE - 1) * PAGE - 1
    const [cursor, ...wanted] = await read({ ...first, limit: PAGE + 1, offset })
    const far = { ...first, cursor }
    if ((await read(far)).join() !== wanted.join())
      throw new Error(`Page ${FAR_PAGE} of ${what} has other messages than it should.`)
    const title = `Messages of ${what}, page ${FAR_PAGE} against page 1`
    rows.push(await pagingRow(full, list, title, [far, first]))
  }
  for (const [what, query] of scopes) {
    const page = { path: list.path, query, statement: list.statementOf(query) }
    rows.push(await throughputRow(full, `Message page of ${what}`, page))
  }
  return [...rows, ...(await tagRows(full)), ...(await ingestRows(full))]
}

/** Ranges of the measured lists, in days. */
const RANGES = { month: 30, quarter: 90 }
/** Most messages that a page may read, whatever the tag; a month holds a third of a million. */
const READ_GOAL = 10_000
const TAGGED: readonly [name: TagName, what: string][] = [
  ['half', 'half of the devices'],
  ['few', 'three devices'],
  ['silentFew', 'three devices that are silent'],
  ['silentMany', 'a thousand devices that are silent'],
]

const nodeSchema = z.object({
  'Relation Name': z.string().default(''),
  'Actual Rows': z.number(),
  'Actual Loops': z.number(),
  'Rows Removed by Filter': z.number().default(0),
  get Plans() {
    return z.array(nodeSchema).default([])
  },
})
const planSchema = z.tuple([z.object({ Plan: nodeSchema, 'Execution Time': z.number() })])

const readBy = (node: z.output<typeof nodeSchema>): number => {
  const { Plans, 'Actual Rows': kept, 'Rows Removed by Filter': removed, 'Actual Loops': loops } = node
  const own = /^message_\d/.test(node['Relation Name']) ? (kept + removed) * loops : 0
  return Plans.reduce((sum, plan) => sum + readBy(plan), own)
}

/** Measures how many messages the first page of a tag reads: never all messages of the range. */
async function tagRows(full: FullSpace): Promise<Row[]> {
  const rows: Row[] = []
  for (const [name, what] of TAGGED)
    for (const [range, days] of Object.entries(RANGES)) {
      const tag_id = await tagIdOf(full.client, full.spaceId, name)
      const { text, values } = statementOf(full)({ tag_id, after: ago(days), limit: PAGE })
      const explain = `explain (analyze, format json) ${text}`
      const answer = await full.client.query<{ 'QUERY PLAN': unknown }>(explain, values)
      const [{ Plan, 'Execution Time': took }] = planSchema.parse(answer.rows[0]?.['QUERY PLAN'])
      const read = Math.round(readBy(Plan))
      const title = `Tag on ${what}, last ${range}: messages read for a page`
      rows.push(row(title, `${read} (${took.toFixed(1)} ms)`, `≤ ${READ_GOAL}`, read <= READ_GOAL))
    }
  return rows
}

const INGEST_GOAL = 2000
const GATEWAYS = 2
/** Messages of a batch, each from a different device of the gateway. */
const BATCH = 500
const ROUNDS = 9
const ROUND_MS = 3000
/** Milliseconds in which the tail must show the last messages. */
const PATIENCE = 30_000

/** The live tail: returns the messages that it shows, and how many pages it has read. */
export interface TailProgram {
  task: Pick<FullSpace, 'url' | 'token' | 'spaceId'>
  asked: object
  answer: { ids: readonly string[]; readings: number }
}

/** Measures batches sent by HTTP while the console's tail follows the space. */
async function ingestRows({ lifetime, spaceId, url, token, client, api, at }: FullSpace): Promise<Row[]> {
  const proofs = await claimDevices(client, spaceId, GATEWAYS * BATCH)
  const gateways = Array.from({ length: GATEWAYS }, (_, i) => proofs.slice(i * BATCH, (i + 1) * BATCH))
  const program = new URL('tailProcess.ts', import.meta.url)
  const look = startApart<TailProgram>(lifetime, program, {
    url,
    token,
    spaceId,
  })
  /** Messages a second that the gateways send, each with one batch at a time. */
  const ingest = async () => {
    const began = performance.now()
    let stored = 0
    const send = async (devices: typeof proofs) => {
      for (let sequence = 1; performance.now() - began < ROUND_MS; sequence++) {
        const uplinks = devices.map((proof) => messageOf(proof, sequence))
        const parts = messagesApi.uplinks.answer.parse(
          JSON.parse(await api.post('/devices/uplinks', { uplinks })),
        )
        const refused = parts.find((part) => 'error' in part)
        if (refused) throw new Error(refused.error)
        stored += parts.length
      }
    }
    await Promise.all(gateways.map(send))
    return (stored * 1000) / (performance.now() - began)
  }
  // Open the tail; the first batches only warm up.
  await look({})
  await ingest()
  const rates: number[] = []
  while (rates.length < ROUNDS) rates.push(await ingest())
  const ended = performance.now()
  const newest = idsOf(await api.get(`${at}/messages`, { limit: LIST_LIMIT }))
  let shown = await look({})
  const isComplete = () => newest.every((id, i) => shown.ids[i] === id)
  while (!isComplete() && performance.now() - ended < PATIENCE) {
    await wait(100)
    shown = await look({})
  }
  const rate = upperQuartile(rates)
  const spread = `${Math.min(...rates).toFixed(0)} to ${Math.max(...rates).toFixed(0)}`
  const took = `${((performance.now() - ended) / 1000).toFixed(1)} s, ${shown.ids.length} rows, ${shown.readings} pages read`
  return [
    row(
      `Messages by HTTP in batches of ${BATCH}, with the tail open (${ROUNDS} rounds)`,
      `${rate.toFixed(0)} a second (${spread})`,
      `≥ ${INGEST_GOAL}`,
      rate >= INGEST_GOAL,
    ),
    row(
      'The tail shows the newest messages after the last batch',
      took,
      `≤ ${PATIENCE / 1000} s`,
      isComplete(),
    ),
  ]
}
