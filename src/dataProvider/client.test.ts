import { afterEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { createClient, toQuery, UNREADABLE } from './client'

afterEach(() => vi.unstubAllGlobals())

it('repeats lists with brackets and leaves out what is empty', () => {
  const query = { limit: 20, name: '', tag_ids: ['a', 'b'], cursor: undefined, sort_by: 'name', other: null }
  expect(decodeURIComponent(toQuery(query))).toBe('?limit=20&tag_ids[]=a&tag_ids[]=b&sort_by=name')
})

it('escapes what people type', () => {
  expect(toQuery({ name: 'a&b=c#d é' })).toBe('?name=a%26b%3Dc%23d+%C3%A9')
})

it('is empty without parameters', () => {
  expect(toQuery({})).toBe('')
})

it.each([
  ['cut off', '[{"name":'],
  ['against the contract', '[{"name":1}]'],
])('tells in words for people of an answer that is %s', async (_case, body) => {
  vi.stubGlobal('fetch', async () => new Response(body))
  const answer = createClient('/v2', () => null).call(
    z.array(z.object({ name: z.string() })),
    'GET',
    '/spaces',
  )
  await expect(answer).rejects.toThrow(UNREADABLE)
})
