import { expect, test } from 'vitest'
import type { Connector } from './connector'
import { mismatchesOf, mismatchOf } from './routing'

const red = { id: 'red', name: 'red', color: '#ff0000' }
const connector = {
  enabled: true,
  direction: 'up',
  triggers: ['data', 'codec'],
  tags: [red],
} satisfies Partial<Connector>
const device = { tags: [red] }

test.each([
  ['data', null],
  ['encoder', null],
  ['decoder', null],
  ['shell', 'trigger'],
] as const)('a message of type %s: %s', (type, mismatch) => {
  expect(mismatchOf(connector, { type, direction: 'up' }, device)).toBe(mismatch)
})

test('a connector that is switched off, for the other direction or without a shared tag is not triggered', () => {
  const message = { type: 'data', direction: 'up' } as const
  expect(mismatchOf({ ...connector, enabled: false }, message, device)).toBe('disabled')
  expect(mismatchOf(connector, { ...message, direction: 'down' }, device)).toBe('direction')
  expect(mismatchOf(connector, message, { tags: [] })).toBe('tag')
  expect(mismatchOf({ ...connector, tags: [] }, message, device)).toBe('tag')
})

test('all reasons are listed, those of the connector first', () => {
  const message = { type: 'shell', direction: 'down' } as const
  expect(mismatchesOf({ ...connector, enabled: false }, message, { tags: [] })).toEqual([
    'disabled',
    'direction',
    'trigger',
    'tag',
  ])
  expect(mismatchesOf(connector, { type: 'data', direction: 'up' }, device)).toEqual([])
})
