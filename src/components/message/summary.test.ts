import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { MessageType } from '#contract/messages'
import { plainSetting, type ShownSetting } from '#contract/series/shown'
import { PARSED_MAX, summaryOf, summaryText } from './summary'

const message = (body: unknown, type: MessageType = 'data') => ({
  type,
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

/** The text with ordinary spaces before units. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

const summary = (body: unknown) => plain(summaryText(summaryOf(message(body))))

const summaryOfType = (type: MessageType, body: unknown) => summaryText(summaryOf(message(body, type)))

describe('data', () => {
  test('shows its numbers with the fewest names that make them unique', () => {
    expect(
      summary({ thermometer: { temperature: 21.5 }, system: { supply: { voltage_rest: 3.612345678 } } }),
    ).toBe('temperature 21.5 °C · voltage_rest 3.61235 V')
    expect(summary({ inside: { temperature: 21 }, outside: { temperature: 4, humidity: 60 } })).toBe(
      'inside.temperature 21 °C · humidity 60 % · outside.temperature 4 °C',
    )
    expect(summary(21.5)).toBe('21.5')
  })

  test('shows measured values before movement and data about the device, whatever has changed', () => {
    const body = {
      system: { voltage_rest: 3.6 },
      accelerometer: { acceleration_x: 0.01 },
      thermometer: { temperature: 20 },
    }
    expect(summary(body)).toBe('temperature 20 °C · acceleration_x 0.01 m/s² · voltage_rest 3.6 V')
  })

  test('shows all values with the same names', () => {
    expect(summary({ 'a.b': 1, a: { b: 2 } })).toBe('["a.b"] 1 · a.b 2')
    expect(summary({ 'a\nb': 1, 'a b': 2 })).toBe('a b 2 · a b 2 1')
  })

  test('names items of a list by their identity', () => {
    const soil_sensors = [
      { serial_number: 11, temperature: { measurements: [{ timestamp: 1, avg: 8 }] } },
      { serial_number: 12, temperature: { measurements: [{ timestamp: 1, avg: 9 }] } },
    ]
    expect(summary({ soil_sensors })).toBe('11.temperature 8 °C · 12.temperature 9 °C')
  })

  test('leaves out times, counters and ids', () => {
    const message = { version: 2, sequence: 12, timestamp: 1_700_000_000 }
    expect(summary({ message, system: { uptime: 99, imei: 351_358_811_234_567 }, level: 4 })).toBe('level 4')
  })

  test('shows the last item of a list, one of its statistics, and short lists of numbers in full', () => {
    const measurements = [
      { timestamp: 1, min: 1, max: 3, avg: 2 },
      { timestamp: 2, min: 4, max: 6, avg: 5 },
    ]
    expect(summary({ hygrometer: { temperature: { measurements }, humidity: { measurements } } })).toBe(
      'humidity 5 % · temperature 5 °C',
    )
    expect(summary({ outputs: [0, 1, 0, 0] })).toBe('outputs 0, 1, 0, 0')
    expect(summary({ wave: Array.from({ length: 500 }, (_, at) => at) })).toBe('wave 499')
    expect(summary({ value: { deep: 1 } })).toBe('deep 1')
  })

  test('shows an error first, and other values when there is no number', () => {
    expect(summary({ level: 4, error: 'no signal' })).toBe('error no signal · level 4')
    expect(summary({ error: { code: 5, message: 'no signal' } })).toMatch(/^error no signal/)
    expect(summary({ door: 'open', alarm: true })).toBe('door open · alarm true')
  })
})

describe('with the settings of the space', () => {
  const setting = (path: string, given: Partial<ShownSetting>): ShownSetting => ({
    ...plainSetting(path),
    ...given,
  })
  const shown = (body: unknown, settings: ShownSetting[], tagIds: string[] = [], locale = 'en') =>
    plain(summaryText(summaryOf(message(body), { settings, tagIds, locale })))
  const body = { accelerometer: { acceleration_x: 0.01 }, tank: { level: 1.23456, door: true }, temp: 7 }

  test('pinned values come first, with names, units and decimals', () => {
    const level = setting('tank.level', {
      label: 'Reservoir',
      unit: 'm',
      decimals: 2,
      is_pinned: true,
      place: 1,
    })
    const door = setting('tank.door', { is_pinned: true, place: 2 })
    expect(shown(body, [level, door])).toBe(
      'Reservoir 1.23 m · door true · temp 7 °C · acceleration_x 0.01 m/s²',
    )
    expect(shown(body, [level], [], 'cs')).toMatch(/^Reservoir 1,23 m/)
  })

  test('hidden values are left out, and pins apply to devices with their tags', () => {
    const settings = [
      setting('temp', { is_hidden: true }),
      setting('accelerometer.acceleration_x', { is_pinned: true, place: 1, tags: [{ id: 'a' }] }),
    ]
    expect(shown(body, settings)).toBe('level 1.23456 · acceleration_x 0.01 m/s²')
    expect(shown(body, settings, ['a'])).toBe('acceleration_x 0.01 m/s² · level 1.23456')
  })

  test('items of a list have the setting of the list, and minor values are shown when they are pinned', () => {
    const meters = [11, 12].map((serial) => ({ serial, volume: serial / 2 }))
    const water = setting('meters[].volume', { label: 'Water', unit: 'm³', is_pinned: true, place: 1 })
    expect(shown({ meters, a: 1 }, [water])).toBe('Water 11 5.5 m³ · Water 12 6 m³ · a 1')
    const outputs = setting('outputs[]', { label: 'Relays' })
    expect(shown({ outputs: [0, 1] }, [outputs])).toBe('Relays 0, 1')
    const imei = setting('imei', { is_pinned: true, place: 1 })
    expect(shown({ imei: 351_358_811_124_772, a: 1200 }, [imei])).toBe('imei 351358811124772 · a 1,200')
    expect(shown({ seq: 4, a: 1 }, [setting('seq', { is_pinned: true, place: 1 })])).toBe('seq 4 · a 1')
  })

  test('a message is summarized again once they change', () => {
    const row = message({ a: 1 })
    const by = { settings: [], tagIds: [], locale: 'en' }
    const first = summaryOf(row, by)
    expect(summaryOf(row, { ...by })).toBe(first)
    expect(summaryOf(row, { ...by, settings: [setting('a', { label: 'Air' })] })).toEqual([
      { name: 'Air', value: '1' },
    ])
  })
})

test.each<[MessageType, unknown, string]>([
  [
    'firmware',
    { job_id: 'x', state: 'downloading', bytes_downloaded: 450, firmware_size: 1000 },
    'state downloading · progress 45 %',
  ],
  ['firmware', { state: 'failed', reason: 'bad checksum' }, 'state failed · reason bad checksum'],
  ['firmware', { job_id: 'x', firmware_id: 'sense-2', target: 'app' }, 'firmware_id sense-2 · target app'],
  ['shell', ['config show', 'info show', ''], 'config show +1'],
  ['shell', { responses: [{ result: 0, outputs: ['ok', 'done'] }] }, 'ok +1'],
  [
    'shell',
    {
      responses: [
        { result: 0, outputs: [] },
        { result: -8, outputs: ['unknown'] },
      ],
    },
    'result -8 · unknown',
  ],
  ['config', ['app config mode lte'], 'app config mode lte'],
  ['config', { error: 'refused' }, 'error refused'],
  [
    'session',
    { up: { product_name: 'sensor', app_fw_version: '1.2.0' } },
    'product_name sensor · app_fw_version 1.2.0',
  ],
  ['decoder', { progress: 0.5 }, 'progress 0.5'],
  ['encoder', { result: 0 }, 'result 0'],
  ['encoder', { pressure: { level: 3 } }, 'level 3'],
])('%s with %j is summarized as "%s"', (type, body, text) => {
  expect(summaryOfType(type, body)).toBe(text)
})

describe('a body of any kind', () => {
  test('that is not JSON shows its first line, without control characters', () => {
    expect(summary('  low battery\nmore')).toBe('low battery')
    expect(summary('{broken')).toBe('{broken')
    expect(summary(`a\u0000b\u202Ec\u200B${'x'.repeat(500)}`)).toMatch(/^a b c x+…$/)
    expect(summary({ 'na\nme': 1, text: '\u001b[31mred' })).toBe('na me 1')
  })

  test('that is missing, empty or meaningless has no summary', () => {
    for (const body of ['', '{}', '[]', 'null', '{"a":null}', '   ']) expect(summary(body)).toBe('')
    expect(summaryOf({ type: 'data', body: null })).toEqual([])
  })

  test('that is long is not parsed', () => {
    const parse = JSON.parse
    const lengths: number[] = []
    JSON.parse = (text: string) => {
      lengths.push(text.length)
      return parse(text)
    }
    try {
      const long = `{"level":1,"text":"${'x'.repeat(2_000_000)}"}`
      expect(summary(long)).toBe('')
      expect(Math.max(0, ...lengths)).toBeLessThanOrEqual(PARSED_MAX)
    } finally {
      JSON.parse = parse
    }
  })

  test('that is deep or wide is read only as far as that is quick', () => {
    const half = PARSED_MAX / 2 - 1
    expect(summary(`${'['.repeat(half)}1${']'.repeat(half)}`)).toBe('')
    expect(summary(`${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}`)).toBe('')
    const wide = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`k${at}`, at % 10]))
    expect(summary(wide)).toMatch(/^k0 0 · k1 1 · /)
  })

  test('with names of prototypes treats them like all others', () => {
    expect(summary('{"__proto__":{"level":1},"constructor":{"length":2}}')).toBe('level 1 · length 2')
    expect(summaryOfType('firmware', '{"__proto__":{"state":"failed"}}')).toBe('__proto__.state failed')
  })

  test('never fails, and stays a short line', () => {
    fc.assert(
      fc.property(fc.constantFrom('data', 'shell', 'firmware', 'session'), fc.jsonValue(), (type, body) => {
        const text = summaryText(summaryOf(message(JSON.stringify(body), type)))
        expect(text.length).toBeLessThan(2000)
        const names = summaryOf(message(JSON.stringify(body), type)).map(({ name }) => name)
        expect(new Set(names).size).toBe(names.length)
        expect(text).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
      }),
    )
  })
})

test('a message is summarized once', () => {
  const row = message({ a: 1, b: 2 })
  expect(summaryOf(row)).toBe(summaryOf(row))
})
