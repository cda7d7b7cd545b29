import { afterEach, expect, it } from 'vitest'
import { ApiError } from './client'
import { connection } from './connection'
import { createQueryClient } from './SpaceProvider'

afterEach(connection.restored)

const away = (retryAfter: number) => new ApiError(503, 'the database does not answer', 0, retryAfter)

/** A query that fails with each of these errors, then returns how often it ran. */
function queryWith(errors: readonly Error[]) {
  let made = 0
  const queryFn = async () => {
    const error = errors[made++]
    if (error) throw error
    return made
  }
  const queryClient = createQueryClient()
  // As with its provider.
  queryClient.mount()
  const queryKey = ['devices']
  const answer = queryClient.fetchQuery({ queryKey, queryFn })
  return { answer, made: () => made, status: () => queryClient.getQueryState(queryKey)?.fetchStatus }
}

it('retries a query without an answer when the server says so', async () => {
  expect(await queryWith([away(1), away(1)]).answer).toBe(3)
})

it('does not retry forever', async () => {
  const { answer, made } = queryWith([away(1), away(1), away(1), away(1)])
  await expect(answer).rejects.toThrow('the database does not answer')
  expect(made()).toBe(3)
})

it('treats a refusal as an answer', async () => {
  const { answer, made } = queryWith([new ApiError(400, 'limit must be a number', 0)])
  await expect(answer).rejects.toThrow('limit must be a number')
  expect(made()).toBe(1)
})

it('waits while the server is known to be away', async () => {
  const { answer, made, status } = queryWith([away(1)])
  connection.lost()
  await expect.poll(status).toBe('paused')
  expect(made()).toBe(1)
  connection.restored()
  expect(await answer).toBe(2)
})
