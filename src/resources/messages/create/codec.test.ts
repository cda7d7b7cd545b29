import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { jsonSchema } from '#contract/common'
import { CONFIG_SAVE_REFUSED, DOWNLINK_TYPES, type DownlinkType } from '#contract/messages'
import { type ConfigFormat, DEFAULT_BODIES, downlinkCodec, downlinkSchema } from './codec'
import messages from './messages.en'

const device_id = '01890a5d-ac96-774b-bcce-000000000001'
const { toForm, fromForm, formPath } = downlinkCodec(device_id)

/** What is sent of a body as it was typed, or why it is not. */
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

  test('sends every body that it is opened with', () => {
    const body = fc.oneof(json, list).filter((value) => !(Array.isArray(value) && value.length === 0))
    fc.assert(
      fc.property(type, body, list, (type, body, commands) => {
        const message = { type, body: type === 'shell' ? commands : body }
        const input = fromForm(toForm(message))
        // A string is sent as JSON text, because that is what the server takes a string for.
        const sent = typeof message.body === 'string' ? JSON.stringify(message.body) : message.body
        expect(downlinkSchema.parse(input)).toEqual({ device_id, ...message, body: sent })
      }),
    )
  })

  test.each(DOWNLINK_TYPES)('begins with a %s body that can be sent', (type) => {
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

  test('in JSON mode is sent as the value that it is', () => {
    expect(send('config', '{"mode": "lte"}', 'json')).toEqual({ sent: { mode: 'lte' } })
  })

  test.each([
    ['text', 'app config mode lte\nconfig   save'],
    ['json', '{"commands": ["config save"]}'],
    ['json', String.raw`["config\u0020save"]`],
  ] as const)('refuses to save the settings, in %s mode', (format, body) => {
    expect(send('config', body, format)).toEqual(refused('config', 'configSave'))
  })

  test('says so as the server does', () => {
    expect(messages.errors.configSave).toBe(CONFIG_SAVE_REFUSED)
  })

  test('without a command is refused', () => {
    expect(send('config', ' \n ')).toEqual(refused('config', 'empty'))
    expect(send('config', '[]', 'json')).toEqual(refused('config', 'empty'))
  })
})

describe('data and shell', () => {
  test('may hold what config may not', () => {
    expect(send('shell', '["config save"]')).toEqual({ sent: ['config save'] })
  })

  test.each(['data', 'shell'] as const)('say where %s is no JSON', (type) => {
    expect(send(type, '[\n  1,\n  oops\n]')).toEqual({ ...refused(type, 'json'), line: 3, column: 3 })
    expect(send(type, ' \n')).toEqual(refused(type, 'empty'))
  })

  test.each(['"help"', '{"command": "help"}', '["help", 1]', '["", " "]', 'null'])(
    '%s is no list of commands',
    (body) => {
      expect(send('shell', body)).toEqual(refused('shell', 'commands'))
    },
  )

  test.each([
    ['a number that JSON would lose', '[1e999]'],
    ['a nesting that no server reads', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['a wrong nesting', '['.repeat(100_000)],
  ])('refuse %s', (_what, body) => {
    expect(send('data', body)).toEqual(refused('data', 'unsendable'))
  })
})
