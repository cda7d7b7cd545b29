import type { Client } from 'pg'
import { DAY } from '#contract/common/durations'
import { type MessageFilters, messageListQuery, messagesApi } from '#contract/messages'
import { messagePage } from '../../../server/services/messages'
import { ApiClient } from './apiClient'
import { compare } from './compare'
import { DAYS, tagIdOf } from './fill'
import { benchIngest } from './ingest'
import { type Line, pagingLine, throughputLine } from './lines'
import { PAGE, type Setup } from './setup'
import { benchTags } from './tags'
import { measureThroughput } from './throughput'

/** The page that is compared with the first one. */
const FAR_PAGE = 2000

type Query = Pick<MessageFilters, 'device_id' | 'tag_id'> & {
  after: string
  before: string
  limit: number
  cursor?: string
  offset?: number
}

const statementOf = (spaceId: string, query: Query) =>
  messagePage(spaceId, messageListQuery.parse(query), new Date())

/** Pages of the space, of one device and of one tag; what a tag reads; and how fast messages come in. */
export async function benchMessages(setup: Setup, client: Client): Promise<Line[]> {
  const { spaceId, base, token } = setup
  const api = new ApiClient(base, token)
  const now = Date.now()
  const whole = {
    after: new Date(now - DAYS * DAY).toISOString(),
    before: new Date(now).toISOString(),
    limit: PAGE,
  }
  const scopes: [what: string, query: Query][] = [
    ['the space', whole],
    ['one device', { ...whole, device_id: await busiestDevice(client, spaceId) }],
    ['one tag', { ...whole, tag_id: await tagIdOf(client, spaceId, 'fifth') }],
    ['a tag of few devices', { ...whole, tag_id: await tagIdOf(client, spaceId, 'busy') }],
  ]
  const lines: Line[] = []
  for (const [what, query] of scopes) lines.push(await compareFarPage(setup, client, api, what, query))
  const path = `/spaces/${spaceId}/messages`
  for (const [what, query] of scopes) {
    const throughput = await measureThroughput(setup, path, query, statementOf(spaceId, query))
    lines.push(throughputLine(`Message page of ${what}`, throughput))
  }
  lines.push(...(await benchTags(client, spaceId)), ...(await benchIngest(setup, client)))
  api.close()
  return lines
}

/** The first page compared with a far one that continues after a cursor. */
async function compareFarPage(
  { spaceId }: Setup,
  client: Client,
  api: ApiClient,
  what: string,
  first: Query,
): Promise<Line> {
  const read = (query: Query) => api.get(`/spaces/${spaceId}/messages`, query)
  const idsOf = async (query: Query) =>
    messagesApi.list.answer.parse(JSON.parse(await read(query))).map(({ id }) => id)

  const before = (FAR_PAGE - 1) * PAGE
  const [cursor = '', ...wanted] = await idsOf({ ...first, limit: PAGE + 1, offset: before - 1 })
  const far = { ...first, cursor }
  const found = await idsOf(far)
  if (found.length !== PAGE || found.some((id, i) => id !== wanted[i]))
    throw new Error(`Page ${FAR_PAGE} of ${what} has other messages than it should.`)

  const [firstStatement, farStatement] = [statementOf(spaceId, first), statementOf(spaceId, far)]
  return pagingLine(`Messages of ${what}, page ${FAR_PAGE} against page 1`, {
    http: await compare(
      () => read(first),
      () => read(far),
    ),
    driver: await compare(
      () => client.query(firstStatement),
      () => client.query(farStatement),
    ),
  })
}

/** The device of the space with the most messages. */
async function busiestDevice(client: Client, spaceId: string): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    'select device_id as id from message where space_id = $1 group by 1 order by count(*) desc limit 1',
    [spaceId],
  )
  return rows[0]?.id ?? ''
}
