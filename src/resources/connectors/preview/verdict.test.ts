import { expect, test } from 'vitest'
import type { Outcome } from '#sandbox'
import { verdictOf } from './verdict'

const ran = { logs: [], milliseconds: 1 }
const returned = (value: unknown): Outcome => ({ ...ran, value: JSON.stringify(value) })
const threw = (name: string, message: string, line?: number): Outcome => ({
  ...ran,
  error: { name, message, ...(line !== undefined && { line }) },
})

test('a request is sent, null cancels', () => {
  expect(verdictOf(returned({ url: 'https://example.com', data: [1] }))).toMatchObject({
    kind: 'sent',
    request: { method: 'POST', url: 'https://example.com', body: '[1]' },
  })
  expect(verdictOf(returned(null))).toEqual({ kind: 'cancelled' })
})

test.each([
  [threw('Error', 'no body'), 'Error: no body'],
  [threw('TypeError', 'not a function', 3), 'Error: TypeError: not a function (line 3)'],
  [threw('TimeoutError', 'ran longer than 250 ms'), 'Error: TimeoutError: ran longer than 250 ms'],
  [returned({ url: 'here' }), 'Error: url must be an address that begins with http:// or https://'],
])('%j fails', (outcome, error) => {
  expect(verdictOf(outcome)).toMatchObject({ kind: 'failed', error })
})
