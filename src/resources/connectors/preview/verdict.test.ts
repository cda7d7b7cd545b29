import { expect, test } from 'vitest'
import type { Outcome, ScriptError } from '#sandbox'
import { verdictOf } from './verdict'

const ran = { logs: [], milliseconds: 1 }
const returned = (value: unknown): Outcome => ({ ...ran, value: JSON.stringify(value) })
const threw = (error: ScriptError): Outcome => ({ ...ran, error })

test('a request is sent, null cancels', () => {
  expect(verdictOf(returned({ url: 'https://example.com', data: [1] }))).toMatchObject({
    kind: 'sent',
    request: { method: 'POST', url: 'https://example.com', body: '[1]' },
  })
  expect(verdictOf(returned(null))).toEqual({ kind: 'cancelled' })
})

test.each([
  [threw({ name: 'Error', message: 'no body' }), 'no body', null],
  [threw({ name: 'TypeError', message: 'no sensor', line: 3 }), 'TypeError: no sensor (line 3)', null],
  [
    threw({ name: 'TimeoutError', message: 'late', code: 'function_late', detail: '250' }),
    'TimeoutError: late',
    'function_late',
  ],
  [returned({ url: 'here' }), 'url must be an address that begins with http:// or https://', 'request_url'],
])('%j fails', (outcome, error, error_code) => {
  expect(verdictOf(outcome)).toMatchObject({ kind: 'failed', failure: { error, error_code } })
})
