import type { Client } from 'pg'
import { z } from 'zod'
import { DAY } from '#contract/common/durations'
import { messageListQuery } from '#contract/messages'
import { messagePage } from '../../../server/services/messages'
import { type TagName, tagIdOf } from './fill'
import type { Line } from './lines'
import { PAGE } from './setup'

/** Range of the measured lists: a month; silent devices sent nothing in its first half. */
const RANGES = [
  { days: 30, what: 'month' },
  { days: 90, what: 'quarter' },
]
/** Most messages that a page may read, whatever the tag; a month holds a third of a million. */
const READ_GOAL = 10_000

const CASES: [name: TagName, what: string][] = [
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
type Node = z.output<typeof nodeSchema>
const planSchema = z.array(z.object({ Plan: nodeSchema, 'Execution Time': z.number() })).length(1)

const readBy = (node: Node): number => {
  const { Plans, 'Actual Rows': kept, 'Rows Removed by Filter': removed, 'Actual Loops': loops } = node
  const own = /^message_\d/.test(node['Relation Name']) ? (kept + removed) * loops : 0
  return Plans.reduce((sum, plan) => sum + readBy(plan), own)
}

/** How many messages are read for the first page of a tag: never all that the space has in the range. */
export async function benchTags(client: Client, spaceId: string): Promise<Line[]> {
  const lines: Line[] = []
  for (const [name, what] of CASES) {
    const tag_id = await tagIdOf(client, spaceId, name)
    for (const range of RANGES) {
      const after = new Date(Date.now() - range.days * DAY).toISOString()
      const query = messageListQuery.parse({ tag_id, after, limit: PAGE })
      const { text, values } = messagePage(spaceId, query, new Date())
      const { rows } = await client.query<{ 'QUERY PLAN': unknown }>(
        `explain (analyze, format json) ${text}`,
        values,
      )
      const [explained] = planSchema.parse(rows[0]?.['QUERY PLAN'])
      const read = explained ? Math.round(readBy(explained.Plan)) : Number.NaN
      lines.push({
        what: `Tag on ${what}, last ${range.what}: messages read for a page`,
        measured: `${read} (${explained?.['Execution Time'].toFixed(1)} ms)`,
        goal: `≤ ${READ_GOAL}`,
        met: read <= READ_GOAL,
      })
    }
  }
  return lines
}
