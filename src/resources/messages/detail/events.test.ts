import { expect, test } from 'vitest'
import { messageEventSchema } from '#contract/messages'
import { contentOf } from './events'

const eventOf = (values: object) =>
  messageEventSchema.parse({
    id: '01890a5d-ac96-774b-bcce-000000000001',
    create_at: '2026-01-02T03:04:05.678Z',
    type: 'webhook.success',
    ...values,
  })

test.each([
  [{}, { functionReturn: null, body: null }],
  [{ function_return: '{"url":1}' }, { functionReturn: '{"url":1}', body: null }],
  [
    { body: { function_return: '{"url":1}' } },
    { functionReturn: '{"url":1}', body: '{"function_return":"{\\"url\\":1}"}' },
  ],
  [
    { body: '{"function_return":null,"a":1}' },
    { functionReturn: null, body: '{"function_return":null,"a":1}' },
  ],
  [{ body: 'timeout' }, { functionReturn: null, body: 'timeout' }],
  [{ body: [1] }, { functionReturn: null, body: '[1]' }],
])('%j contains %j', (values, content) => {
  expect(contentOf(eventOf(values))).toEqual(content)
})
