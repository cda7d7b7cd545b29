import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import type { Language } from '#contract/common'
import { ApiError, createClient, reasonOf, toQuery, UNREADABLE, UserFacingError } from './client'
import { connection } from './connection'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  connection.restored()
})

it('repeats lists with brackets and leaves out empty values', () => {
  const query = { limit: 20, name: '', tag_ids: ['a', 'b'], cursor: undefined, sort_by: 'name', other: null }
  expect(decodeURIComponent(toQuery(query))).toBe('?limit=20&tag_ids[]=a&tag_ids[]=b&sort_by=name')
})

it('escapes typed texts', () => {
  expect(toQuery({ name: 'a&b=c#d é' })).toBe('?name=a%26b%3Dc%23d+%C3%A9')
})

it('is empty without parameters', () => {
  expect(toQuery({})).toBe('')
})

it.each([
  ['cut off', '[{"name":'],
  ['against the contract', '[{"name":1}]'],
])('has a sentence for an answer that is %s', async (_case, body) => {
  vi.stubGlobal('fetch', async () => new Response(body))
  const answer = createClient('/v2', () => null).call(
    z.array(z.object({ name: z.string() })),
    'GET',
    '/spaces',
  )
  await expect(answer).rejects.toThrow(UNREADABLE)
})

it('reads the time of the server from its own header, not from one of a proxy', async () => {
  const onAnswer = vi.spyOn(connection, 'onAnswer')
  onTestFinished(() => onAnswer.mockRestore())
  const headers = { 'X-Server-Time': '2026-03-01T18:30:00.000Z', Date: 'Tue, 01 Jan 2030 00:00:00 GMT' }
  vi.stubGlobal('fetch', async () => new Response('[]', { headers }))
  await createClient('/v2', () => null).request('GET', '/spaces')
  expect(onAnswer).toHaveBeenLastCalledWith('2026-03-01T18:30:00.000Z', expect.any(Number))
})

it('sends the language of the console to the server', async () => {
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

it('does not treat the page of a proxy as a sentence of the server', async () => {
  const headers = { 'Content-Type': 'text/html; charset=utf-8' }
  vi.stubGlobal('fetch', async () => new Response('<html><h1>Bad Request</h1>', { status: 400, headers }))
  const error = await createClient('/v2', () => null)
    .request('GET', '/spaces')
    .catch((failure: unknown) => failure)
  expect(reasonOf(error)).toBe('HTTP 400')
})

it('has the request id of an unexpected error, which is also in the log', async () => {
  const headers = { 'X-Request-Id': '5f0c2a9e' }
  vi.stubGlobal('fetch', async () => new Response('internal error', { status: 500, headers }))
  await expect(createClient('/v2', () => null).request('GET', '/spaces')).rejects.toThrow(
    'internal error (5f0c2a9e)',
  )
})

it.each([
  [new ApiError(400, 'name must not be empty', 0), 'name must not be empty'],
  [new UserFacingError(UNREADABLE), UNREADABLE],
  [new TypeError('x is undefined'), 'common.frontendError'],
])('has a sentence for %s: %s', (error, reason) => {
  expect(reasonOf(error)).toBe(reason)
})

/** A server that refuses a call so many times. */
function refusing(times: number, retryAfter: string) {
  const asked: (string | undefined)[] = []
  vi.stubGlobal('fetch', async (_url: string, { method }: RequestInit) => {
    asked.push(method)
    const headers = { 'Retry-After': retryAfter }
    return asked.length > times
      ? new Response('[]')
      : new Response('too many calls', { status: 429, headers })
  })
  return asked
}

it.each(['GET', 'POST', 'PUT', 'DELETE'])('retries a %s that was refused temporarily', async (method) => {
  vi.useFakeTimers()
  const asked = refusing(3, '2')
  const answer = createClient('/v2', () => null).request(method, '/spaces')
  await vi.advanceTimersByTimeAsync(6000)
  expect(await answer).toEqual([])
  expect(asked).toEqual(Array(4).fill(method))
})

it('has a sentence when a call is refused for long', async () => {
  vi.useFakeTimers()
  refusing(10, '2')
  const answer = createClient('/v2', () => null)
    .request('GET', '/spaces')
    .catch(reasonOf)
  await vi.advanceTimersByTimeAsync(6000)
  expect(await answer).toBe('common.tooMuch')
})

it('fails at once when a call is refused for a minute', async () => {
  const asked = refusing(1, '60')
  const answer = createClient('/v2', () => null).request('GET', '/spaces')
  await expect(answer).rejects.toThrow('too many calls')
  expect(asked).toHaveLength(1)
})

it('does not retry a call that nobody waits for', async () => {
  vi.useFakeTimers()
  const asked = refusing(1, '2')
  const left = new AbortController()
  const answer = createClient('/v2', () => null)
    .request('GET', '/spaces', { signal: left.signal })
    .catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(1000)
  left.abort()
  expect(await answer).toBe(left.signal.reason)
  await vi.advanceTimersByTimeAsync(5000)
  expect(asked).toHaveLength(1)
})

const busy = () => Promise.resolve(new Response('busy', { status: 503 }))
const fine = () => Promise.resolve(new Response('[]'))
const gone = () => Promise.reject(new TypeError('Failed to fetch'))

it.each([
  ['one call has no answer but the server has', gone, fine, false],
  ['one call is refused by a proxy but the server answers', busy, fine, false],
  ['nothing has an answer', gone, gone, true],
  ['a proxy answers everything', busy, busy, true],
])('when %s, the connection state is updated', async (_case, call, probe, isDown) => {
  vi.stubGlobal('fetch', (url: string) => (url.endsWith('/messages') ? call() : probe()))
  const client = createClient('/v2', () => null)
  await expect(client.request('GET', '/messages')).rejects.toThrow(ApiError)
  await client.probe()
  expect(connection.isLost()).toBe(isDown)
})
