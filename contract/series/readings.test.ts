import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY } from '../common/durations'
import { PLACES_MAX, pointerOf, READINGS_MAX, type Reading, readingsOf, seriesIn } from './readings'

const NOW = Date.UTC(2026, 5, 1)

/** Readings of a body by path, with their time if it is not that of the message. */
const read = (body: unknown) =>
  readingsOf(body, NOW, NOW).map(({ path, at, value }) => (at === NOW ? [path, value] : [path, value, at]))

describe('the path of a series', () => {
  test('is given for each number and boolean of a body', () => {
    expect(read({ level: 4.5, tank: { door: true, text: 'full', none: null } })).toEqual([
      ['level', 4.5],
      ['tank.door', 1],
    ])
    expect(readingsOf({ door: false }, NOW, NOW)).toEqual([
      { path: 'door', at: NOW, value: 0, isBoolean: true } satisfies Reading,
    ])
    expect(read(21.5)).toEqual([['value', 21.5]])
  })

  test('quotes keys that are no plain names, so that paths are unique', () => {
    expect(read({ 'a.b': 1, a: { b: 2 }, 'teplota-vody': 3, 'č 1': 4, '': 5 })).toEqual([
      ['["a.b"]', 1],
      ['a.b', 2],
      ['teplota-vody', 3],
      ['["č 1"]', 4],
      ['[""]', 5],
    ])
    expect(read(JSON.parse('{"__proto__":{"level":1},"constructor":2}'))).toEqual([
      ['__proto__.level', 1],
      ['constructor', 2],
    ])
  })

  test('identifies items of a list by an identity that each has, in any order', () => {
    const meters = [
      { serial_number: 11, volume: 1 },
      { serial_number: 12, volume: 2 },
    ]
    expect(read({ meters })).toEqual([
      ['meters[serial_number=11].volume', 1],
      ['meters[serial_number=12].volume', 2],
    ])
    expect(read({ meters: meters.toReversed() })).toEqual(read({ meters }).toReversed())
    expect(read({ x: [{ 'id]': 'a.b', v: 1 }] })).toEqual([['x["id]"="a.b"].v', 1]])
    expect(read({ rooms: [{ name: 'Sál 1', on: true }] })).toEqual([['rooms[name="Sál 1"].on', 1]])
  })

  test.each([
    'addr',
    'dev_eui',
    'devEUI',
    'gatewayId',
    'gateway_id',
    'sn',
    'SN',
    'serial-number',
    'mac',
    'macAddress',
    'imei',
    'channel',
    'sensor_id',
  ])('of items with their own %s stays the same when others are missing', (key) => {
    const items = ['1a', '2b', '3c'].map((own, v) => ({ v, rssi: -v, [key]: own }))
    const all = read({ items })
    for (const item of items) expect(all).toEqual(expect.arrayContaining(read({ items: [item] })))
    expect(new Set(all.map(([path]) => path)).size).toBe(all.length)
  })

  test('prefers a device to its channel as the identity, and never uses the id of a message', () => {
    const receptionOf = (channel: number, gatewayId: string) => ({
      gatewayId,
      uplinkId: Math.random(),
      channel,
    })
    expect(read({ rxInfo: [receptionOf(3, 'a')] }).at(-1)).toEqual(['rxInfo[gatewayId=a].channel', 3])
    expect(read({ x: [{ uplinkId: 5, v: 1 }] })).toEqual([
      ['x[0].uplinkId', 5],
      ['x[0].v', 1],
    ])
  })

  test('uses the position of items without an identity; a long list of them is a waveform without series', () => {
    expect(read({ outputs: [0, 1] })).toEqual([
      ['outputs[0]', 0],
      ['outputs[1]', 1],
    ])
    expect(
      read({
        twice: [
          { id: 1, v: 5 },
          { id: 1, v: 6 },
        ],
      }),
    ).toEqual([
      ['twice[0].id', 1],
      ['twice[0].v', 5],
      ['twice[1].id', 1],
      ['twice[1].v', 6],
    ])
    expect(read({ wave: Array.from({ length: PLACES_MAX + 1 }, () => 1), level: 2 })).toEqual([['level', 2]])
  })
})

describe('measurements with their own times', () => {
  const at = Date.UTC(2026, 4, 31, 8)

  test.each([at, at / 1000, '2026-05-31T08:00:00Z', '2026-05-31T10:00:00+02:00', '2026-05-31 08:00'])(
    'are readings at those times: %s',
    (timestamp) => {
      expect(read({ temperature: [{ timestamp, avg: 20 }] })).toEqual([['temperature.avg', 20, at]])
    },
  )

  test('of several items are distinguished by their identity', () => {
    const measurements = [1, 2].flatMap((hour) =>
      ['in', 'out'].map((name) => ({ name, ts: at / 1000 + hour * 3600, value: hour })),
    )
    expect(read({ measurements }).map(([path]) => path)).toEqual([
      'measurements[name=in].value',
      'measurements[name=out].value',
      'measurements[name=in].value',
      'measurements[name=out].value',
    ])
  })

  test('before 2000 or more than a day ahead are ignored', () => {
    const times = [Date.UTC(1999, 11, 31), NOW + 86_400_001, NOW + 86_399_000, 5, -1]
    expect(read({ list: times.map((time) => ({ time, v: 1 })) })).toEqual([['list.v', 1, NOW + 86_399_000]])
  })

  test('use a text rather than a number, which could be a counter', () => {
    const time = new Date(at).toISOString()
    expect(read({ log: [{ timestamp: 1_234_567_890, time, v: 1 }] })).toEqual([
      ['log.timestamp', 1_234_567_890, at],
      ['log.v', 1, at],
    ])
    // A repeated time is not a reading.
    expect(read({ log: [{ timestamp: at / 1000, time, v: 1 }] })).toEqual([['log.v', 1, at]])
  })

  test('a duration or a counter under such a name is an ordinary reading', () => {
    expect(read({ pumps: [{ name: 'a', time: 'long', v: 1 }] })).toEqual([['pumps[name=a].v', 1]])
    expect(read({ pumps: [{ name: 'a', time: 120, v: 1 }] })).toEqual([
      ['pumps[name=a].time', 120],
      ['pumps[name=a].v', 1],
    ])
  })
})

test('any body has readings with finite numbers and paths, up to the limit', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (body) => {
      for (const { path, value, at } of readingsOf(body, NOW, NOW)) {
        expect(Number.isFinite(value)).toBe(true)
        expect(path.length).toBeLessThan(1000)
        expect(at).toBeLessThanOrEqual(NOW + DAY)
      }
    }),
  )
  const many = Array.from({ length: READINGS_MAX + 5 }, (_, i) => ({ ts: NOW - i, v: i }))
  expect(read({ many })).toHaveLength(READINGS_MAX)
  let deep: unknown = 1
  for (let i = 0; i < 5000; i++) deep = { a: deep }
  expect(read(deep)).toEqual([])
})

test('each number of a body is located in it, with its series', () => {
  const body = {
    tank: { level: 1 },
    meters: [{ sn: 1, id: 7, volume: 2 }],
    list: [{ ts: NOW, v: true }],
    outputs: [0],
  }
  expect(Object.fromEntries(seriesIn(body, NOW, NOW))).toEqual({
    [pointerOf(['tank', 'level'])]: 'tank.level',
    [pointerOf(['meters', 0, 'sn'])]: 'meters[id=7].sn',
    [pointerOf(['meters', 0, 'volume'])]: 'meters[id=7].volume',
    [pointerOf(['list', 0, 'v'])]: 'list.v',
    [pointerOf(['outputs', 0])]: 'outputs[0]',
  })
})
