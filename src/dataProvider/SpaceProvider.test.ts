import { afterEach, expect, it } from 'vitest'
import { ApiError } from './client'
import { connection } from './connection'
import { createQueryClient } from './SpaceProvider'

afterEach(connection.restored)

const away = (retryAfter: number) => new ApiError(503, 'the database does not answer', 0, retryAfter)

/** A query that fails with each of these errors in turn, then answers how often it was made. */
function queryWith(errors: readonly Error[]) {
  let made = 0
  const queryFn = async () => {
    const error = errors[made++]
    if (error) throw error
    return made
  }
  const queryClient = createQueryClient()
  // As its provider does.
  queryClient.mount()
  const queryKey = ['devices']
  const answer = queryClient.fetchQuery({ queryKey, queryFn })
  return { answer, made: () => made, status: () => queryClient.getQueryState(queryKey)?.fetchStatus }
}

it('makes a query without an answer again, when the server says', async () => {
  expect(await queryWith([away(1), away(1)]).answer).toBe(3)
})

it('does not ask for ever', async () => {
  const { answer, made } = queryWith([away(1), away(1), away(1), away(1)])
  await expect(answer).rejects.toThrow('the database does not answer')
  expect(made()).toBe(3)
})

it('takes a refusal for an answer', async () => {
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
