import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { jsonSchema } from '#contract/common'
import { CONFIG_SAVE_REFUSED, commandsOf, DOWNLINK_TYPES, type DownlinkType } from '#contract/messages'
import messages from '../messages.en'
import {
  type ConfigFormat,
  commandsIn,
  DEFAULT_BODIES,
  downlinkCodec,
  downlinkSchema,
  textOf,
  withAddresses,
} from './codec'

const device_id = '01890a5d-ac96-774b-bcce-000000000001'
const { toForm, fromForm, formPath } = downlinkCodec(device_id)

/** Sent body of a typed text, or its refusal. */
function send(type: DownlinkType, body: string, format: ConfigFormat = 'text') {
  const values = { ...toForm({ type, body: DEFAULT_BODIES[type] }), format, [type]: body }
  const result = downlinkSchema.safeParse(fromForm(values))
  if (result.success) return { sent: result.data.body }
  const [issue] = result.error.issues
  return {
    field: formPath?.(issue?.path ?? [], values),
    ...(issue?.code === 'custom' ? issue.params : undefined),
  }
}

const refused = (field: DownlinkType, reason: string) => ({ field, text: `messages.create.errors.${reason}` })

describe('the form of a downlink', () => {
  const type = fc.constantFrom(...DOWNLINK_TYPES)
  const json = fc.json({ depthSize: 'small' }).map((text) => jsonSchema.parse(JSON.parse(text)))
  const list = fc.array(
    fc.string({ minLength: 1 }).map((text) => `x${text}`),
    { minLength: 1 },
  )

  test('sends every initial body unchanged', () => {
    const body = fc.oneof(json, list).filter((value) => !(Array.isArray(value) && value.length === 0))
    fc.assert(
      fc.property(type, body, list, (type, body, commands) => {
        const message = { type, body: type === 'shell' ? commands : body }
        const input = fromForm(toForm(message))
        // A string is sent as JSON text, because the server parses a string as JSON.
        const sent = typeof message.body === 'string' ? JSON.stringify(message.body) : message.body
        expect(downlinkSchema.parse(input)).toEqual({ device_id, ...message, body: sent })
      }),
    )
  })

  test('sends a body as it was typed when JavaScript would lose digits of its numbers', () => {
    const typed = '{ "id": 12345678901234567890, "text": "x" }'
    const values = { ...toForm({ type: 'data', body: {} }), data: ` ${typed}\n` }
    expect(downlinkSchema.parse(fromForm(values)).body).toBe(typed)
    const short = { ...values, data: '{ "id": "12345678901234567890" }' }
    expect(downlinkSchema.parse(fromForm(short)).body).toEqual({ id: '12345678901234567890' })
  })

  test.each(DOWNLINK_TYPES)('starts with a valid %s body', (type) => {
    const values = toForm({ type, body: DEFAULT_BODIES[type] })
    expect(downlinkSchema.parse(fromForm(values)).body).toEqual(DEFAULT_BODIES[type])
  })

  test('shows the lines of a config message, and other bodies as JSON', () => {
    expect(toForm({ type: 'config', body: ['a', 'b'] })).toMatchObject({ format: 'text', config: 'a\nb' })
    expect(toForm({ type: 'config', body: { a: 1 } })).toMatchObject({ format: 'json' })
  })
})

describe('config', () => {
  test('in text mode is sent as a list of its lines', () => {
    expect(send('config', ' app config mode lte \r\n\n show ')).toEqual({
      sent: ['app config mode lte', 'show'],
    })
  })

  test('in JSON mode is sent as its value', () => {
    expect(send('config', '{"mode": "lte"}', 'json')).toEqual({ sent: { mode: 'lte' } })
  })

  test.each([
    ['text', 'app config mode lte\nconfig   save'],
    ['json', '{"commands": ["config save"]}'],
    ['json', String.raw`["config\u0020save"]`],
  ] as const)('refuses to save the settings, in %s mode', (format, body) => {
    expect(send('config', body, format)).toEqual(refused('config', 'configSave'))
  })

  test('refuses it with the same sentence as the server', () => {
    expect(messages.create.errors.configSave).toBe(CONFIG_SAVE_REFUSED)
  })

  test('without a command is refused', () => {
    expect(send('config', ' \n ')).toEqual(refused('config', 'empty'))
    expect(send('config', '[]', 'json')).toEqual(refused('config', 'empty'))
  })
})

describe('data and shell', () => {
  test('can save the settings', () => {
    expect(send('shell', '["config save"]')).toEqual({ sent: ['config save'] })
  })

  test.each(['data', 'shell'] as const)('show where %s is not JSON', (type) => {
    expect(send(type, '[\n  1,\n  oops\n]')).toEqual({ ...refused(type, 'json'), line: '3', column: '3' })
    expect(send(type, ' \n')).toEqual(refused(type, 'empty'))
  })

  test.each(['"help"', '{"command": "help"}', '["help", 1]', '["", " "]', 'null'])(
    '%s is not a list of commands',
    (body) => {
      expect(send('shell', body)).toEqual(refused('shell', 'commands'))
    },
  )

  test.each([
    ['a number that JSON would lose', '[1e999]'],
    ['more levels than the server reads', '['.repeat(100) + ']'.repeat(100)],
    ['more levels than the stack holds', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['a wrong nesting', '['.repeat(100_000)],
  ])('refuse %s', (_what, body) => {
    expect(send('data', body)).toEqual(refused('data', 'unsendable'))
  })
})

describe('commands', () => {
  const command = fc
    .string({ minLength: 1 })
    .filter((text) => text === text.trim() && text !== '' && !/[\r\n]/.test(text))

  test('are trimmed lines without empty ones', () => {
    expect(commandsOf('  app config mode lte \r\n\n\t\n config show')).toEqual([
      'app config mode lte',
      'config show',
    ])
  })

  test('survive a conversion to text and back, and to JSON and back', () => {
    fc.assert(
      fc.property(fc.array(command), (list) => {
        expect(commandsOf(textOf(list))).toEqual(list)
        expect(commandsIn(list)).toEqual({ commands: list, isComplete: true })
      }),
    )
  })

  test.each([
    [{ outputs: [0] }, []],
    ['config show', []],
    [null, []],
    [['config show', 5], ['config show']],
    [[' config show '], ['config show']],
    [['config show', ''], ['config show']],
    [['config show\nhelp'], ['config show', 'help']],
  ])('%j cannot be shown as lines without loss', (value, commands) => {
    expect(commandsIn(value)).toEqual({ commands, isComplete: false })
  })

  test('of imported addresses come last, once', () => {
    const first = withAddresses(['config show'], ['1', '2'])
    expect(first).toEqual([
      'config show',
      'app config address count 2',
      'app config address add 1',
      'app config address add 2',
    ])
    expect(withAddresses(first, ['3'])).toEqual([
      'config show',
      'app config address count 1',
      'app config address add 3',
    ])
  })
})
