import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { createClient } from './client'
import { createServerLists, createWholeLists, pageOf } from './lists'

const rows = [
  { id: '1', name: 'device-10', role: 'admin' },
  { id: '2', name: 'device-9', role: 'user' },
  { id: '3', name: 'Žlutá', role: 'user' },
]
const params = {
  pagination: { page: 1, perPage: 10 },
  sort: { field: 'name', order: 'ASC' as const },
  filter: {},
}
const names = (found: { name: string }[]) => found.map(({ name }) => name)

it('sorts numbers within names by their value', () => {
  expect(names(pageOf(rows, params).data)).toEqual(['device-9', 'device-10', 'Žlutá'])
})

it('finds text without regard to case and accents', () => {
  expect(names(pageOf(rows, { ...params, filter: { name: 'zlut' } }).data)).toEqual(['Žlutá'])
})

it('matches any item of a list, and everything with an empty list', () => {
  expect(pageOf(rows, { ...params, filter: { role: ['user'] } }).total).toBe(2)
  expect(pageOf(rows, { ...params, filter: { role: [] } }).total).toBe(3)
})

it('matches a list that shares an item with the wanted ones, by id if the items have one', () => {
  const tagged = [
    { id: '1', on: true, tags: [{ id: 'a' }, { id: 'b' }], types: ['data'] },
    { id: '2', on: false, tags: [], types: ['shell', 'data'] },
  ]
  const found = (filter: object) => pageOf(tagged, { ...params, filter }).data.map(({ id }) => id)
  expect(found({ tags: ['b', 'c'] })).toEqual(['1'])
  expect(found({ types: ['shell'] })).toEqual(['2'])
  expect(found({ on: ['false'] })).toEqual(['2'])
})

it('pages and keeps the total', () => {
  const second = pageOf(rows, { ...params, pagination: { page: 2, perPage: 2 } })
  expect(second.total).toBe(3)
  expect(names(second.data)).toEqual(['Žlutá'])
})

it('finds times in a range that may be open at one end', () => {
  const times = ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z', '2026-01-03T00:00:00.000Z']
  const dated = times.map((created_at, id) => ({ id: String(id), created_at }))
  const totalOf = (created_at: object) => pageOf(dated, { ...params, filter: { created_at } }).total
  expect(totalOf({ start: times[1], end: times[1] })).toBe(1)
  expect(totalOf({ start: times[1] })).toBe(2)
  expect(totalOf({ end: times[1] })).toBe(2)
})

/** Common fields of the endpoints of these lists. */
const ENDPOINT = { url: '/messages', schema: z.object({ id: z.string() }), forKeys: true, query: {} }

describe('a complete list', () => {
  const listOf = async (answer: (offset: number) => object[]) => {
    vi.stubGlobal('fetch', async (url: string) =>
      Response.json(answer(Number(new URL(url, 'https://example.com').searchParams.get('offset')))),
    )
    const list = createWholeLists(createClient('/v2', () => null))
    const endpoint = { ...ENDPOINT, query: { offset: z.string() }, paging: 'whole', count: null } as const
    return list(endpoint, { ...params, sort: { field: 'id', order: 'ASC' } })
  }
  const all = Array.from({ length: 2345 }, (_, i) => ({ id: String(i) }))
  afterEach(() => void vi.unstubAllGlobals())

  it('is read to its end at any length', async () => {
    expect(await listOf((offset) => all.slice(offset, offset + 1000))).toMatchObject({ total: 2345 })
  })

  it('ends when a server has no more rows', async () => {
    expect(await listOf(() => all.slice(0, 1000))).toMatchObject({ total: 1000 })
  })
})

describe('the first rows of a list', () => {
  const answered = (count: () => Response | Promise<Response>) => {
    vi.stubGlobal('fetch', async (url: string) =>
      url.includes('/count') ? count() : Response.json([{ id: '2' }, { id: '1' }]),
    )
    const list = createServerLists(
      createClient('/v2', () => null),
      true,
    )
    const endpoint = { ...ENDPOINT, paging: 'cursor', count: 'exact' } as const
    return list.page(endpoint, { ...params, pagination: { page: 1, perPage: 2 } })
  }
  afterEach(() => void vi.unstubAllGlobals())

  it('come before their count', async () => {
    let answer = (_response: Response) => {}
    const found = await answered(() => new Promise((resolve) => (answer = resolve)))
    expect(found).toMatchObject({
      data: [{ id: '2' }, { id: '1' }],
      pageInfo: { hasPreviousPage: false, hasNextPage: true },
    })
    answer(Response.json({ count: 7 }))
    expect(await found.meta?.counting).toEqual({ total: 7 })
  })

  it('stay when the server fails to count them', async () => {
    const found = await answered(() => new Response('too slow', { status: 500 }))
    expect(found.data).toEqual([{ id: '2' }, { id: '1' }])
    await expect(found.meta?.counting).rejects.toThrow('too slow')
  })
})

it('counts a list once when an address has a later page, even past the end', async () => {
  const asked: string[] = []
  let countable = true
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname, searchParams } = new URL(url, 'http://x')
    asked.push(`${pathname}?${searchParams}`)
    if (pathname.endsWith('/count'))
      return countable ? Response.json({ count: 7 }) : new Response('too slow', { status: 500 })
    const from = Number(searchParams.get('offset') ?? 0)
    const ids = [0, 1, 2, 3, 4, 5, 6].slice(from, from + 2)
    return Response.json(ids.map((id) => ({ id: String(id) })))
  })
  const endpoint = { ...ENDPOINT, paging: 'offset', count: 'exact' } as const
  const lists = () => {
    const list = createServerLists(
      createClient('/v2', () => null),
      true,
    )
    return (number: number) => list.page(endpoint, { ...params, pagination: { page: number, perPage: 2 } })
  }
  const counts = () => asked.splice(0).filter((url) => url.includes('/count')).length

  const page = lists()
  expect(await page(3)).toMatchObject({ data: [{ id: '4' }, { id: '5' }], total: 7 })
  expect(await page(2)).toMatchObject({ total: 7 })
  expect(counts()).toBe(1)
  expect(await lists()(9)).toEqual({ data: [], total: 7 })
  expect(counts()).toBe(1)
  expect(await lists()(4)).toMatchObject({ total: 7 })
  expect(counts()).toBe(0)

  countable = false
  const uncounted = lists()
  expect(await uncounted(3)).not.toHaveProperty('total')
  expect(await uncounted(2)).not.toHaveProperty('total')
  expect(counts()).toBe(1)
  vi.unstubAllGlobals()
})

it('makes a server without bounded counts count only after a full first page, and then all', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return Response.json(url.includes('/count') ? { count: 70_000 } : [{ id: '2' }, { id: '1' }])
  })
  const endpoint = { ...ENDPOINT, paging: 'cursor', count: 'upTo' } as const
  const page = async (number: number) =>
    createServerLists(
      createClient('/v2', () => null),
      false,
    ).page(endpoint, {
      ...params,
      pagination: { page: number, perPage: 2 },
    })
  await (await page(1)).meta?.counting
  expect(await page(2)).not.toHaveProperty('total')
  vi.unstubAllGlobals()
  expect(asked).toEqual(['?limit=2', '/count', '?limit=2&offset=2'].map((end) => `/v2/messages${end}`))
})

it('shows the rows of a server that does not count', async () => {
  vi.stubGlobal('fetch', async (url: string) =>
    url.includes('/count')
      ? new Response('not found', { status: 404 })
      : Response.json([{ id: '2' }, { id: '1' }]),
  )
  const endpoint = { ...ENDPOINT, paging: 'offset', count: 'exact' } as const
  const list = createServerLists(
    createClient('/v2', () => null),
    true,
  )
  const found = await list.page(endpoint, { ...params, pagination: { page: 3, perPage: 2 } })
  vi.unstubAllGlobals()
  expect(found.data).toHaveLength(2)
})

it('counts a long list to its end only on request, and from then on', async () => {
  let [size, isCountable] = [70_000, true]
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname, searchParams } = new URL(url, 'http://x')
    if (!pathname.endsWith('/count')) return Response.json([{ id: '2' }, { id: '1' }])
    if (!isCountable) return new Response('too slow', { status: 503 })
    return Response.json({ count: Math.min(size, Number(searchParams.get('at_most') ?? size)) })
  })
  const list = createServerLists(
    createClient('/v2', () => null),
    true,
  )
  const endpoint = { ...ENDPOINT, paging: 'offset', count: 'upTo' } as const
  const page = (number: number) =>
    list.page(endpoint, { ...params, pagination: { page: number, perPage: 2 } })

  expect(await (await page(1)).meta?.counting).toEqual({ atLeast: 60_000 })
  const more = { meta: { atLeast: 60_000 }, pageInfo: { hasPreviousPage: true, hasNextPage: true } }
  expect(await page(30_001)).toMatchObject(more)
  expect(await page(30_001)).not.toHaveProperty('total')
  isCountable = false
  await expect(list.countAll(endpoint, params.filter)).rejects.toThrow('too slow')
  expect(await page(2)).toMatchObject(more)
  isCountable = true
  expect(await list.countAll(endpoint, params.filter)).toEqual({ total: 70_000 })
  expect(await page(2)).toMatchObject({ total: 70_000 })
  size = 80_000
  expect(await page(1)).toMatchObject({ total: 80_000 })
  vi.unstubAllGlobals()
})

it('reads a list without offsets up to a page with an unknown start, and says when there is none', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    const { searchParams } = new URL(url, 'http://x')
    const from = Number(searchParams.get('cursor') ?? 0)
    const ids = [1, 2, 3].filter((id) => id > from).slice(0, Number(searchParams.get('limit')))
    return new Response(JSON.stringify(ids.map((id) => ({ id: String(id) }))))
  })
  const list = createServerLists(
    createClient('/v2', () => null),
    true,
  )
  const endpoint = { ...ENDPOINT, url: '/deliveries', paging: 'keyset', count: null } as const
  const page = (number: number) =>
    list.page(endpoint, { ...params, pagination: { page: number, perPage: 2 } })
  const second = await page(2)
  const ninth = await page(9)
  vi.unstubAllGlobals()
  expect(second).toEqual({ data: [{ id: '3' }], total: 3 })
  expect(ninth.data).toEqual([])
  expect(asked).toEqual(['limit=2', 'limit=3&cursor=2', 'limit=16'].map((query) => `/v2/deliveries?${query}`))
})

it.each([
  [2, { total: 2 }],
  [3, { pageInfo: { hasPreviousPage: false, hasNextPage: true } }],
])('a list without a count knows with %i rows whether there are more than two', async (count, expected) => {
  vi.stubGlobal('fetch', async () =>
    Response.json(Array.from({ length: count }, (_, i) => ({ id: String(i) }))),
  )
  const list = createServerLists(
    createClient('/v2', () => null),
    true,
  )
  const endpoint = { ...ENDPOINT, paging: 'cursor', count: null } as const
  const found = await list.page(endpoint, { ...params, pagination: { page: 1, perPage: 2 } })
  vi.unstubAllGlobals()
  expect(found).toEqual({ data: [{ id: '0' }, { id: '1' }], ...expected })
})
