import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Message, messageSchema } from '#contract/messages'
import {
  conversationOf,
  type Exchange,
  found,
  historyOf,
  isWaiting,
  linesOf,
  linesToSend,
  partsOf,
} from './conversation'

const id = (number: number) => `01890a5d-ac96-774b-bcce-${String(number).padStart(12, '0')}`

/** A shell message of a device by number; higher ones are newer. */
const message = (number: number, changes: Partial<Message>): Message =>
  messageSchema.parse({
    id: id(number),
    device_id: id(999),
    created_at: new Date(Date.UTC(2026, 0, 2, 3, number)).toISOString(),
    type: 'shell',
    direction: 'up',
    ...changes,
  })

const command = (number: number, lines: unknown, changes: Partial<Message> = {}) =>
  message(number, { direction: 'down', down_state: 'sent', body: JSON.stringify(lines), ...changes })
const answer = (number: number, to: number | null, ...responses: [result: number, ...outputs: string[]][]) =>
  message(number, {
    body: JSON.stringify({
      down_message_id: to === null ? null : id(to),
      responses: responses.map(([result, ...outputs]) => ({ result, outputs })),
    }),
  })

describe('the conversation', () => {
  test('has the oldest first, and each answer with its command', () => {
    const newestFirst = [
      answer(4, 2, [-8, 'make: command not found']),
      answer(3, 1, [0, 'vendor name: Demo'], [0]),
      command(2, ['make coffee']),
      command(1, ['info show', 'kernel uptime']),
    ]
    const [first, second] = conversationOf(newestFirst)
    expect(first?.steps).toEqual([
      { index: 0, line: 'info show', response: { result: 0, outputs: ['vendor name: Demo'] } },
      { index: 1, line: 'kernel uptime', response: { result: 0, outputs: [] } },
    ])
    expect(second?.steps).toEqual([
      { index: 0, line: 'make coffee', response: { result: -8, outputs: ['make: command not found'] } },
    ])
  })

  test('keeps an answer with an unknown command in its position', () => {
    const shown = conversationOf([command(4, ['help']), answer(3, 1, [0, 'ok']), answer(2, null, [0])])
    expect(shown.map((exchange) => [exchange.id, exchange.command?.id])).toEqual([
      [id(2), undefined],
      [id(3), undefined],
      [id(4), id(4)],
    ])
    expect(shown[1]?.steps).toEqual([{ index: 0, response: { result: 0, outputs: ['ok'] } }])
  })

  test('shows lines without a response and responses without a line', () => {
    const [fewer, more] = conversationOf([
      command(1, ['a', 'b']),
      answer(2, 1, [0, 'x']),
      command(3, ['c']),
      answer(4, 3, [0], [-1, 'y']),
    ])
    expect(fewer?.steps[1]).toEqual({ index: 1, line: 'b' })
    expect(more?.steps[1]).toEqual({ index: 1, response: { result: -1, outputs: ['y'] } })
  })

  test.each(['{', 'null', '[]', '"text"', '{"responses":{}}', '{"responses":[{"result":"x"}]}', ''])(
    'shows the answer %j unchanged',
    (body) => {
      const [exchange] = conversationOf([message(1, { body })])
      expect(exchange?.answers[0]?.unreadable).toBe(body)
    },
  )

  test('pairs an answer even when its responses cannot be read', () => {
    const broken = message(2, { body: JSON.stringify({ down_message_id: id(1), responses: 'none' }) })
    const [exchange] = conversationOf([command(1, ['help']), broken])
    expect(exchange?.answers).toHaveLength(1)
    expect(exchange && isWaiting(exchange)).toBe(false)
  })

  test('accepts any body, and loses no message', () => {
    const bodies = fc.oneof(
      fc.json(),
      fc.string(),
      fc.constant(null),
      fc
        .record({ down_message_id: fc.nat(20).map(id), responses: fc.jsonValue() })
        .map((it) => JSON.stringify(it)),
    )
    const direction = fc.constantFrom<Message['direction']>('up', 'down')
    fc.assert(
      fc.property(fc.array(fc.record({ direction, body: bodies }), { maxLength: 20 }), (all) => {
        const messages = all.map((changes, index) => message(index, changes))
        const shown = conversationOf(messages)
          .flatMap(({ command, answers }) => [command, answers.map((one) => one.message)].flat())
          .flatMap((one) => one?.id ?? [])
        expect(shown.toSorted()).toEqual(messages.map((one) => one.id).toSorted())
      }),
    )
  })
})

test.each(['pending', 'sent'] as const)('a command that is %s waits until it is answered', (down_state) => {
  const [asked] = conversationOf([command(1, ['help'], { down_state })])
  expect(asked && isWaiting(asked)).toBe(true)
  const [answered] = conversationOf([command(1, ['help'], { down_state }), answer(2, 1, [0])])
  expect(answered && isWaiting(answered)).toBe(false)
})

test('a cancelled command does not wait', () => {
  const [exchange] = conversationOf([command(1, ['help'], { down_state: 'cancelled' })])
  expect(exchange && isWaiting(exchange)).toBe(false)
})

test('lines are read from a list, a text and any other value', () => {
  expect(linesOf('["a","b"]')).toEqual(['a', 'b'])
  expect(linesOf('"a\\nb"')).toEqual(['a', 'b'])
  expect(linesOf('{"a":1}')).toEqual(['{"a":1}'])
  expect(linesOf(null)).toEqual([''])
})

test('blank lines are not sent', () => {
  expect(linesToSend('\n info show \r\n\n  \t\nkernel uptime\n')).toEqual([' info show ', 'kernel uptime'])
  expect(linesToSend(' \n\n')).toEqual([])
})

test('the history has sent commands once, oldest first', () => {
  const sent = [command(1, ['a']), command(2, ['b', 'c']), command(3, ['b', 'c']), command(4, ['a'])]
  expect(historyOf(conversationOf(sent))).toEqual(['a', 'b\nc', 'a'])
})

const exchange = (id: string, line: string, ...outputs: string[]): Exchange => ({
  id,
  answers: [],
  steps: [{ index: 0, line, response: { result: 0, outputs } }],
})
const conversation = [exchange('1', 'info show', 'vendor name: Demo'), exchange('2', 'help', '[a-z]+ (list)')]

test.each([
  ['', ['1', '2']],
  ['INFO', ['1']],
  ['demo', ['1']],
  ['[a-z]+ (', ['2']],
  ['nothing', []],
])('%j finds %j', (query, ids) => {
  expect(found(conversation, query).map(({ id }) => id)).toEqual(ids)
})

test('matches are distinguished from the rest', () => {
  expect(partsOf('Kernel kernel', 'KERN')).toEqual([
    { at: 0, text: 'Kern', isHit: true },
    { at: 4, text: 'el ', isHit: false },
    { at: 7, text: 'kern', isHit: true },
    { at: 11, text: 'el', isHit: false },
  ])
})

test('splitting a text never changes it, for any search', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (text, query) => {
      expect(
        partsOf(text, query)
          .map((part) => part.text)
          .join(''),
      ).toBe(text)
    }),
  )
})
