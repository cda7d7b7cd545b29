import { expect, test } from 'vitest'
import { failureFor } from '#contract/connectors'
import type { Outcome } from '#sandbox'
import { verdictOf } from './verdict'

const ran = { logs: [], milliseconds: 1 }
const returned = (value: unknown): Outcome => ({ ...ran, value: JSON.stringify(value) })

test('a request is sent, null cancels', () => {
  expect(verdictOf(returned({ url: 'https://example.com', data: [1] }))).toMatchObject({
    kind: 'sent',
    request: { method: 'POST', url: 'https://example.com', body: '[1]' },
  })
  expect(verdictOf(returned(null))).toEqual({ kind: 'cancelled' })
})

test('what the code threw fails in its own words', () => {
  const thrown = { name: 'TypeError', message: 'no sensor', line: 3 }
  const failure = { error: 'no sensor', error_code: null, error_detail: null }
  expect(verdictOf({ ...ran, error: thrown })).toEqual({ kind: 'failed', failure, thrown })
})

test('a limit fails by its reason, and so does what is no request', () => {
  const reason = failureFor('function_late', 250)
  const thrown = { name: 'TimeoutError', message: reason.error, reason }
  expect(verdictOf({ ...ran, error: thrown })).toEqual({ kind: 'failed', failure: reason, thrown })
  expect(verdictOf(returned({ url: 'here' }))).toEqual({ kind: 'failed', failure: failureFor('request_url') })
})
