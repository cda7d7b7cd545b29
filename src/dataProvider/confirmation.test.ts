import { afterEach, expect, it, vi } from 'vitest'
import { AUTH_ERRORS } from '#contract/auth/errors'
import { ApiError, createClient, NotConfirmed } from './client'
import { confirmation } from './confirmation'

let stop: () => void = () => undefined
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  stop()
})

const client = createClient('/v2', () => null)

/** A server that refuses until the person has confirmed their identity, and the console that asks them. */
function scene({ accepts = true }: { accepts?: boolean } = {}) {
  // Calls of a test come after the answers of earlier tests.
  vi.useFakeTimers({ now: Date.now() + 10_000 * (scenes += 1), toFake: ['Date'] })
  const done: string[] = []
  const questions: ((isConfirmed: boolean) => void)[] = []
  let isRecent = false
  vi.stubGlobal('fetch', async (address: string) => {
    if (!isRecent) return new Response(AUTH_ERRORS.notRecent, { status: 403 })
    done.push(address)
    return new Response('{}')
  })
  stop = confirmation.askWith(() => new Promise((resolve) => questions.push(resolve)))
  const answer = (isConfirmed: boolean) => {
    isRecent = isConfirmed && accepts
    questions.at(-1)?.(isConfirmed)
  }
  const asked = (times = 1) => vi.waitFor(() => expect(questions).toHaveLength(times))
  return { done, questions, answer, asked, remove: (id: number) => client.request('DELETE', `/keys/${id}`) }
}
let scenes = 0

it('repeats a call when the person has confirmed their identity', async () => {
  const { done, answer, asked, remove } = scene()
  const removed = remove(1)
  await asked()
  expect(done).toEqual([])
  answer(true)
  await expect(removed).resolves.toEqual({})
  expect(done).toEqual(['/v2/keys/1'])
})

it('asks once for twenty calls, and repeats each of them once', async () => {
  const { done, questions, answer, asked, remove } = scene()
  const removed = Promise.all(Array.from({ length: 20 }, (_, id) => remove(id)))
  await asked()
  answer(true)
  await removed
  expect(questions).toHaveLength(1)
  expect(new Set(done).size).toBe(20)
  expect(done).toHaveLength(20)
})

it('does not ask again for a call whose refusal comes after the confirmation', async () => {
  const { done, questions, answer, asked, remove } = scene()
  const removed = remove(1)
  await asked()
  // The call was sent before the confirmation, and is refused after it.
  let refuse: (answer: Response) => void = () => undefined
  const { fetch } = globalThis
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (refuse = resolve)))
  const late = remove(2)
  vi.stubGlobal('fetch', fetch)
  answer(true)
  await removed
  refuse(new Response(AUTH_ERRORS.notRecent, { status: 403 }))
  await late
  expect(questions).toHaveLength(1)
  expect(done).toEqual(['/v2/keys/1', '/v2/keys/2'])
})

it('fails every waiting call with a sentence when the person cancels, and asks again for the next one', async () => {
  const { done, questions, answer, asked, remove } = scene()
  const removed = Promise.allSettled([remove(1), remove(2)])
  await asked()
  answer(false)
  for (const outcome of await removed)
    expect(outcome).toMatchObject({ status: 'rejected', reason: new NotConfirmed() })
  // The rules for 401 and 403 apply to ApiErrors.
  expect(new NotConfirmed()).not.toBeInstanceOf(ApiError)
  expect(done).toEqual([])

  vi.setSystemTime(Date.now() + 1000)
  const again = remove(3)
  await asked(2)
  answer(true)
  await again
  expect([questions.length, done]).toEqual([2, ['/v2/keys/3']])
})

it('does not ask in a loop when the server still refuses', async () => {
  const { questions, answer, asked, remove } = scene({ accepts: false })
  const removed = remove(1)
  await asked()
  answer(true)
  await expect(removed).rejects.toThrow('common.notConfirmed')
  expect(questions).toHaveLength(1)
})

it('passes the refusal on when no dialog is mounted', async () => {
  const { remove } = scene()
  stop()
  await expect(remove(1)).rejects.toMatchObject({ status: 403, body: AUTH_ERRORS.notRecent })
})
