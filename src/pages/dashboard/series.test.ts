import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HOUR } from '#contract/common/durations'
import { PLAIN_CSV } from '../../components/files'
import { csvWriter } from '../../components/sheets/sheet'
import { seriesFile } from './chart/exports'
import { readResult, type Values } from './result'
import {
  buildTracks,
  type DeviceResult,
  decimalsOf,
  formatExactly,
  formatMean,
  formatReading,
  SHOWN_MAX,
  summaryOf,
  toSeries,
} from './series'

const result = (time: number | null, values: Record<string, Values>, device = 'pump'): DeviceResult => ({
  time,
  device,
  values: new Map(Object.entries(values)),
})
const ALWAYS = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const
const joined = (...results: DeviceResult[]) => buildTracks(results, ALWAYS)
const readings = (...results: DeviceResult[]) => joined(...results).tracks[0]?.readings

describe('the result of a transformation', () => {
  test.each([
    ['"2026-01-02T03:04:05.678Z"', Date.UTC(2026, 0, 2, 3, 4, 5, 678)],
    ['1767323045', 1_767_323_045_000],
    ['1767323045678', 1_767_323_045_678],
  ])('has its time in date %s', (date, time) => {
    expect(readResult(`{"date":${date},"a":1,"b":[2,null,3],"c":null,"d":[]}`)).toEqual({
      time,
      values: new Map([
        ['a', [1]],
        ['b', [2, null, 3]],
        ['c', [null]],
      ]),
    })
  })

  test('can be readings with their own times', () => {
    const values = [
      1,
      { date: '2026-01-02T03:04:05Z', value: 2 },
      [1_767_323_045, 3],
      [1_767_323_045_678, null],
      { date: null, value: 4 },
      [null, 5],
      { value: 6 },
      { date: 7 },
    ]
    const single = { date: 1_767_323_045, value: 8 }
    expect(readResult(JSON.stringify({ date: 0, values, single, burst: [1, 2] }))).toEqual({
      time: 0,
      values: new Map<string, Values>([
        [
          'values',
          [
            1,
            { time: 1_767_323_045_000, value: 2 },
            { time: 1_767_323_045_000, value: 3 },
            { time: 1_767_323_045_678, value: null },
            4,
            5,
            6,
          ],
        ],
        ['single', [{ time: 1_767_323_045_000, value: 8 }]],
        ['burst', [1, 2]],
      ]),
    })
  })

  test('needs no date when every reading has one', () => {
    expect(readResult('{"a":[[0,1]],"b":{"date":1,"value":2},"c":[]}')).toMatchObject({ time: null })
    expect(readResult('{}')).toMatchObject({ time: null })
    expect(readResult('{"a":[[0,1],2]}')).toEqual({ mistake: 'date' })
  })

  test('can be nothing', () => expect(readResult('null')).toBeNull())

  test.each([
    '7',
    '[]',
    '{"a":1}',
    '{"date":"tomorrow","a":1}',
    '{"date":"2026-02-30T08:00:00Z","a":1}',
    '{"date":null}',
    '{"date":1e300}',
    '{"date":0,"a":"1"}',
    '{"date":0,"a":{}}',
    '{"date":0,"a":[[1]]}',
    '{"date":0,"a":[[1,2,3]]}',
    '{"date":0,"a":[[1,"2"]]}',
    '{"date":0,"a":[["tomorrow",2]]}',
    '{"date":0,"a":{"date":"tomorrow","value":2}}',
    '{"date":0,"a":{"date":0,"value":{}}}',
    '{"date":0,"a":1e200}',
    '{"date":0,"__proto__":"x"}',
  ])('%s is a mistake', (json) => expect(readResult(json)).toHaveProperty('mistake'))
})

describe('a burst', () => {
  test('is evenly spaced from the message before to its date', () => {
    expect(readings(result(0, { a: [1] }), result(HOUR, { a: [2, 3, 4, 5] }))?.slice(1)).toEqual([
      { time: HOUR / 4, value: 2 },
      { time: HOUR / 2, value: 3 },
      { time: (3 * HOUR) / 4, value: 4 },
      { time: HOUR, value: 5 },
    ])
  })

  test('in the first message and after a silence is as long as others', () => {
    const burst = { a: [1, 2] }
    const times = readings(...[0, 1, 2, 9].map((hour) => result(hour * HOUR, burst)))?.map(({ time }) => time)
    expect(times).toEqual([-0.5, 0, 0.5, 1, 1.5, 2, 8, 8.5, 9].map((hour) => hour * HOUR))
  })

  test('without others is as long as the usual time between two reports', () => {
    expect(readings(result(0, { a: [1, 2, 3] }))?.map(({ time }) => time)).toEqual([-HOUR / 3, -HOUR / 6, 0])
  })

  test('keeps its readings in order with any order of messages', () => {
    const anyResult = fc.tuple(fc.integer({ min: 0, max: 1e6 }), fc.array(fc.integer(), { minLength: 1 }))
    fc.assert(
      fc.property(fc.uniqueArray(anyResult, { minLength: 1, selector: ([time]) => time }), (bursts) => {
        const found = readings(...bursts.map(([time, a]) => result(time * 1000, { a }))) ?? []
        const values = found.flatMap(({ value }) => (value === null ? [] : [value]))
        expect(values).toEqual(bursts.toSorted(([a], [b]) => a - b).flatMap(([, values]) => values))
        const times = found.map(({ time }) => time)
        expect(times).toEqual(times.toSorted((a, b) => a - b))
      }),
    )
  })
})

describe('readings with times of their own', () => {
  const at = (...hours: number[]) => hours.map((hour) => ({ time: hour * HOUR, value: hour }))
  const timesOf = (...results: DeviceResult[]) =>
    readings(...results)?.map(({ time, value }) => [time / HOUR, value])

  test('are at their times, however close their messages are', () => {
    const uploads = [result(100 * HOUR, { a: at(3, 4) }), result(100 * HOUR + 34, { a: at(1, 2) })]
    expect(timesOf(...uploads)).toEqual([1, 2, 3, 4].map((hour) => [hour, hour]))
  })

  test('break their line in a silence', () => {
    expect(timesOf(result(null, { a: at(1, 2, 3, 9) }))).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
      [8, null],
      [9, 9],
    ])
  })

  test('can be combined with others, which are a burst', () => {
    expect(timesOf(result(HOUR, { a: [1] }), result(3 * HOUR, { a: [...at(2), 3] }))).toEqual(
      [1, 2, 3].map((hour) => [hour, hour]),
    )
  })

  test('are left out and counted outside of the range', () => {
    const { tracks, outside } = buildTracks(
      [result(0, { a: at(1, 2, 3, 4), b: at(9) })],
      [2 * HOUR, 3 * HOUR],
    )
    expect(outside).toBe(3)
    expect(tracks.map(({ name, readings }) => [name, readings])).toEqual([['a', at(2, 3)]])
  })
})

describe('a line', () => {
  test('has gaps only at a silence and at a missing reading', () => {
    const hours = [0, 1, 3, 4, 8].map((hour) => result(hour * HOUR, { a: [hour === 4 ? null : hour] }))
    expect(readings(...hours)?.map(({ value }) => value)).toEqual([0, 1, 3, null, null, 8])
  })

  test('belongs to one device', () => {
    const { tracks } = joined(result(0, { a: [1] }, 'x'), result(1, { a: [2], b: [3] }, 'y'))
    const colors = new Map([
      ['a', 'red'],
      ['a · y', 'blue'],
    ])
    expect(toSeries(tracks, colors).map(({ label, color }) => [label, color])).toEqual([
      ['a · x', 'red'],
      ['a · y', 'blue'],
      ['b · y', expect.stringMatching(/^#/)],
    ])
  })

  test('has a summary without missing readings', () => {
    const line = [1, null, 3, 2].map((value, time) => ({ time, value }))
    expect(summaryOf({ readings: line })).toEqual({
      count: 3,
      min: 1,
      mean: 2,
      max: 3,
      last: 2,
      lastTime: 3,
    })
    expect(summaryOf({ readings: [] })).toBeNull()
  })

  test('stops at the limit, with a notice', () => {
    const many = Object.fromEntries(Array.from({ length: SHOWN_MAX.tracks + 1 }, (_, i) => [`s${i}`, [i]]))
    expect(joined(result(0, many))).toMatchObject({
      isCut: true,
      tracks: { length: SHOWN_MAX.tracks },
    })
    const long = Array.from({ length: SHOWN_MAX.readings + 1 }, () => 1)
    expect(joined(result(0, { a: long }))).toEqual({ isCut: true, tracks: [], outside: 0 })
  })
})

describe('the values of a line', () => {
  const decimals = (...values: (number | null)[]) =>
    decimalsOf(values.map((value, time) => ({ time, value })))

  test('have as many decimals as the value with the most', () => {
    expect(decimals(5.8, null, 21.43, -1)).toBe(2)
    expect(decimals(3, 12, 0)).toBe(0)
    expect(decimals(0.1 + 0.2)).toBe(1)
    expect(decimals(Math.PI, 1e5)).toBe(2)
    expect(decimals()).toBe(0)
    expect(decimals(1e-9)).toBeNull()
    expect(decimals(1e15, 0.5)).toBeNull()
  })

  test('have the same format, and so does their mean', () => {
    expect([5.8, -1.13, 15, -0.001].map((value) => formatReading(value, { decimals: 2 }, 'en'))).toEqual([
      '5.80',
      '-1.13',
      '15.00',
      '0.00',
    ])
    expect(formatReading(5.8, { decimals: 2 }, 'cs')).toBe('5,80')
    expect(formatReading(1.25e-9, { decimals: null }, 'en')).toBe('0.00000000125')
    expect(formatExactly(1_767_323_045_678, 'en')).toBe('1,767,323,045,678')
    expect(formatMean(7.0444, { decimals: 2 }, 'en')).toBe('7.04')
    expect([3.5, 2].map((mean) => formatMean(mean, { decimals: 0 }, 'en'))).toEqual(['3.5', '2'])
  })
})

test('an exactly formatted number has all its digits and no others', () => {
  const plain = (text: string) => Number(text.replaceAll(',', ''))
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(plain(formatExactly(value, 'en')) + 0).toBe(value + 0)
    }),
  )
  expect([0.1, 1e-9, 21.5, 1e21].map((value) => formatExactly(value, 'en'))).toEqual([
    '0.1',
    '1E-9',
    '21.5',
    '1E21',
  ])
})

test('the exported table has a row for each time and no formula', async () => {
  const series = [
    { label: '=cmd', color: '', decimals: 0, readings: [0, 1, 2].map((time) => ({ time, value: time - 1 })) },
    {
      label: 'b',
      color: '',
      decimals: 1,
      readings: [
        { time: 1, value: null },
        { time: 2, value: 0.5 },
      ],
    },
  ]
  const textOf = async (span: [number, number]) => {
    const parts = await seriesFile(series, span, csvWriter(PLAIN_CSV, 'UTC'))
    return new Blob([...parts]).text()
  }
  expect((await textOf([0, 2])).replace('\uFEFF', '')).toBe(
    `time,'=cmd,b\r\n${['1970-01-01T00:00:00.000Z,-1,', '1970-01-01T00:00:00.001Z,0,', '1970-01-01T00:00:00.002Z,1,0.5'].join('\r\n')}\r\n`,
  )
  expect((await textOf([1.5, 2])).split('\r\n')).toHaveLength(3)
})
