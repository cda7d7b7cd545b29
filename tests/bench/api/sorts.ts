import type { Client } from 'pg'
import { z } from 'zod'
import type { ApiClient } from './apiClient'
import { compare } from './compare'
import { type Line, pagingLine } from './lines'
import { PAGE } from './setup'

/** A list that is paged by keyset. */
interface PagedList {
  /** What the rows are called. */
  what: string
  path: string
  sorts: readonly string[]
  /** The statement of a page, for a query as it is sent. */
  statementOf: (query: object) => { text: string; values: unknown[] }
}

const idsOf = (json: string) =>
  z
    .array(z.looseObject({ id: z.string() }))
    .parse(JSON.parse(json))
    .map(({ id }) => id)

/** The first and the last page of each sort of a list. */
export async function benchSorts(list: PagedList, client: Client, api: ApiClient): Promise<Line[]> {
  const lines: Line[] = []
  for (const sort_by of list.sorts)
    for (const order_by of ['asc', 'desc'] as const)
      lines.push(await pageSort(list, client, api, { sort_by, order_by }))
  return lines
}

type Sort = Record<'sort_by' | 'order_by', string>

async function pageSort(
  { what, path, statementOf }: PagedList,
  client: Client,
  api: ApiClient,
  sort: Sort,
): Promise<Line> {
  const { sort_by, order_by } = sort
  const first = { ...sort, limit: PAGE }
  const read = (query: object) => api.get(path, query)

  // The same sort turned round begins with the last page, backwards, and continues with the row before that page.
  const backwards = { ...first, order_by: order_by === 'asc' ? 'desc' : 'asc', limit: PAGE + 1 }
  const [cursor = '', ...wanted] = idsOf(await read(backwards)).toReversed()
  const last = { ...first, cursor }
  const found = idsOf(await read(last))
  if (found.length !== PAGE || found.some((id, i) => id !== wanted[i]))
    throw new Error(`The last page by ${sort_by} ${order_by} has other ${what} than it should.`)

  const send = (query: object) => () => client.query(statementOf(query))
  return pagingLine(`${what} by ${sort_by} ${order_by}, last page against first`, {
    http: await compare(
      () => read(first),
      () => read(last),
    ),
    driver: await compare(send(first), send(last)),
  })
}
