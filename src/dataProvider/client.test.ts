import { afterEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import type { Language } from '#contract/common'
import { ApiError, createClient, reasonOf, toQuery, UNREADABLE, UserFacingError } from './client'
import { connection } from './connection'

afterEach(() => {
  vi.unstubAllGlobals()
  connection.restored()
})

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

it('tells the server the language of the console', async () => {
  const languages: (string | null)[] = []
  vi.stubGlobal('fetch', async (_url: string, { headers }: RequestInit) => {
    languages.push(new Headers(headers).get('Accept-Language'))
    return new Response('[]')
  })
  let language: Language = 'en'
  const client = createClient(
    '/v2',
    () => null,
    () => language,
  )
  await client.request('GET', '/spaces')
  language = 'cs'
  await client.request('POST', '/auth/login', { anonymous: true })
  expect(languages).toEqual(['en', 'cs'])
})

it('takes the page of a proxy for no sentence of the server', async () => {
  const headers = { 'Content-Type': 'text/html; charset=utf-8' }
  vi.stubGlobal('fetch', async () => new Response('<html><h1>Bad Request</h1>', { status: 400, headers }))
  const error = await createClient('/v2', () => null)
    .request('GET', '/spaces')
    .catch((failure: unknown) => failure)
  expect(reasonOf(error)).toBe('HTTP 400')
})

it.each([
  [new ApiError(400, 'name must not be empty', 0), 'name must not be empty'],
  [new UserFacingError(UNREADABLE), UNREADABLE],
  [new TypeError('x is undefined'), 'common.frontendError'],
])('tells people of %s: %s', (error, reason) => {
  expect(reasonOf(error)).toBe(reason)
})

const busy = () => Promise.resolve(new Response('busy', { status: 503 }))
const fine = () => Promise.resolve(new Response('[]'))
const gone = () => Promise.reject(new TypeError('Failed to fetch'))

it.each([
  ['one call has no answer but the server has', gone, fine, false],
  ['one call is refused by a proxy but the server answers', busy, fine, false],
  ['nothing has an answer', gone, gone, true],
  ['a proxy answers everything', busy, busy, true],
])('when %s, the connection is told', async (_case, call, probe, isDown) => {
  vi.stubGlobal('fetch', (url: string) => (url.endsWith('/messages') ? call() : probe()))
  const client = createClient('/v2', () => null)
  await expect(client.request('GET', '/messages')).rejects.toThrow(ApiError)
  await client.probe()
  expect(connection.isLost()).toBe(isDown)
})
