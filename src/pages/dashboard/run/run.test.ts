import { expect, test } from 'vitest'
import { HOUR } from '#contract/common/durations'
import { type Message, messageSchema } from '#contract/messages'
import type { Outcome, Sandbox } from '#sandbox'
import { deviceNames, inputOf, inputTypeOf, runCode } from './runCode'
import { boundsOf, spanOf } from './useMessages'

const uuid = (last: number) => `01890a5d-ac96-774b-bcce-${String(last).padStart(12, '0')}`

/** A message so many minutes after the first. */
const message = (minute: number, changes: Partial<Message> = {}): Message =>
  messageSchema.parse({
    id: uuid(minute),
    device_id: uuid(100),
    device_name: 'pump',
    device_serial_number: '2159018267',
    created_at: new Date(minute * 60_000).toISOString(),
    type: 'data',
    direction: 'up',
    ...changes,
  })

/** A sandbox that runs this function as the code. */
const sandboxOf = (code: (input: Message) => unknown): Sandbox => ({
  run: () => Promise.reject(new Error('not used')),
  runAll: async (_script, inputs, { onOutcome, signal } = {}) => {
    const outcomes: Outcome[] = []
    for (const [index, input] of inputs.entries()) {
      signal?.throwIfAborted()
      const rest = { taken: null, lost: [], logs: [], milliseconds: 0 }
      try {
        outcomes.push({ value: JSON.stringify(code(JSON.parse(input))), ...rest })
      } catch (error) {
        outcomes.push({ error: { name: 'Error', message: String(error), line: 2 }, ...rest })
      }
      onOutcome?.(index, outcomes[index] ?? { value: 'null', ...rest })
    }
    return outcomes
  },
  close: () => undefined,
})

const start = (
  code: (input: Message) => unknown,
  { stop = new AbortController(), end = new AbortController() } = {},
) => {
  const messages = [3, 2, 1].map((minute) => message(minute, { body: String(minute) }))
  const work = { sandbox: sandboxOf(code), source: '', colors: null, messages, span: [0, 600_000] as const }
  return runCode(work, { stop: stop.signal, signal: end.signal, onProgress: () => undefined })
}

test('messages that fail or have an invalid result are left out and counted', async () => {
  const { series, ...rest } = await start(({ body, created_at }) => {
    if (Number(body) === 1) throw new Error('first')
    return { date: created_at, n: Number(body) === 2 ? 'two' : body }
  })
  expect(series.map(({ readings }) => readings)).toEqual([[{ time: 180_000, value: 3 }]])
  expect(rest).toEqual({
    isCut: false,
    outside: 0,
    lacksColors: true,
    ran: 3,
    failed: 2,
    firstError: { name: 'Error', message: 'Error: first', line: 2 },
  })
})

test('a stopped run returns its results so far, and an aborted one nothing', async () => {
  const [stop, end] = [new AbortController(), new AbortController()]
  const stopped = await start(
    ({ body, created_at }) => {
      if (Number(body) === 2) stop.abort()
      return { date: created_at, n: body }
    },
    { stop },
  )
  expect(stopped).toMatchObject({ ran: 2, failed: 0 })
  const givenUp = start(
    () => {
      end.abort(new Error('gone'))
      return null
    },
    { end },
  )
  await expect(givenUp).rejects.toThrow('gone')
})

test('code gets the message with a parsed body, or its text when it is not JSON', () => {
  const bodyOf = (body: string | null): unknown => JSON.parse(inputOf(message(1, { body }))).body
  expect(['{"a":1}', 'no JSON', 'null', null].map(bodyOf)).toEqual([{ a: 1 }, 'no JSON', null, null])
})

test('the editor knows the fields of all messages', () => {
  const { entry, type } = inputTypeOf([
    message(1, { body: '{"a":{"b":1}}' }),
    message(2, { body: 'no JSON' }),
    message(3, { body: '{"c":"x"}' }),
  ]) ?? { type: '' }
  expect(entry).toBe('body')
  expect(type).toContain('created_at: string')
  expect(type).toContain('body: { a?: { b: number }; c?: string }')
  expect(inputTypeOf([])).toBeUndefined()
})

test('devices with the same name have their serial number after it', () => {
  const names = deviceNames([
    message(1),
    message(2),
    message(3, { device_id: uuid(101), device_serial_number: '2159018268' }),
    message(4, { device_id: uuid(102), device_name: 'valve' }),
  ])
  expect([...names.values()]).toEqual(['pump (2159018267)', 'pump (2159018268)', 'valve'])
})

test('a dashboard starts by default ten days back at 08:00 UTC', () => {
  const now = new Date('2024-05-31T13:14:15.678Z')
  expect(boundsOf(undefined, now)).toEqual({ after: '2024-05-21T08:00:00.000Z' })
  expect(boundsOf({ relative: '6h' }, now)).toEqual({ after: '2024-05-31T07:14:15.000Z' })
  expect(boundsOf({ end: '2024-05-30T00:00:00.000Z' }, now)).toEqual({
    after: '2024-05-20T08:00:00.000Z',
    before: '2024-05-30T00:00:00.000Z',
  })
})

test('the span of a range ends with it, or shortly after its messages were read', () => {
  const readAt = Date.UTC(2024, 4, 31, 13)
  expect(spanOf(undefined, readAt)).toEqual([Date.UTC(2024, 4, 21, 8), readAt + HOUR])
  const range = { start: '2024-05-29T00:00:00.000Z', end: '2024-05-30T00:00:00.000Z' }
  expect(spanOf(range, readAt)).toEqual([Date.parse(range.start), Date.parse(range.end)])
})
