import { expect, test } from 'vitest'
import { messageSchema, typesOf } from './message'

const downlink = {
  id: '00000000-0000-4000-8000-000000000001',
  device_id: '00000000-0000-4000-8000-000000000002',
  created_at: '2026-01-01T00:00:00Z',
  type: 'shell',
  direction: 'down',
  body: '[]',
}

test.each([
  ['sent', 'sent'],
  ['lost on the way', null],
  [null, null],
  [undefined, null],
])('a downlink with the state %j is read as %j', (state, shown) => {
  expect(messageSchema.parse({ ...downlink, down_state: state }).down_state).toBe(shown)
})

test('an uplink has no attempts, in any form that a server sends', () => {
  for (const given of [{ down_attempt: null }, {}])
    expect(messageSchema.parse({ ...downlink, direction: 'up', ...given }).down_attempt).toBe(0)
})

test('words stand for message types: codec for two, stats for none', () => {
  expect(typesOf(['codec', 'data', 'stats'])).toEqual(['data', 'encoder', 'decoder'])
})
