import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isMatch, readOffset, timezones, timezoneText } from './timezones'

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-07-01T12:00:00Z') }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

describe('an offset', () => {
  test.each([
    ['+02:00', 120],
    ['UTC+2', 120],
    ['gmt +02', 120],
    ['+0530', 330],
    ['-3:30', -210],
    ['UTC−08:00', -480],
  ])('is read from %s', (text, minutes) => {
    expect(readOffset(text)).toBe(minutes)
  })

  test.each(['', '+', '2', 'UTC', 'Prague', '+2:0', '+02:00:00'])('is not read from %j', (text) => {
    expect(readOffset(text)).toBeNull()
  })

  test('is the current one, beside the name', () => {
    expect(timezoneText('Europe/Prague')).toBe('Europe/Prague (UTC+02:00)')
    vi.setSystemTime(new Date('2026-12-01T12:00:00Z'))
    expect(timezoneText('Europe/Prague')).toBe('Europe/Prague (UTC+01:00)')
    expect(timezoneText('America/St_Johns')).toBe('America/St_Johns (UTC−03:30)')
    expect(timezoneText('UTC')).toBe('UTC (UTC+00:00)')
    expect(timezoneText('Mars/Olympus')).toBe('Mars/Olympus')
  })
})

describe('the time zones to choose from', () => {
  test("begin with the browser's and UTC, each once", () => {
    vi.stubEnv('TZ', 'Asia/Tokyo')
    const names = timezones('Europe/Prague').map(({ id }) => id)
    expect(names.slice(0, 2)).toEqual(['Asia/Tokyo', 'UTC'])
    expect(names).toHaveLength(new Set(names).size)
    expect(names).toContain('Europe/Prague')
  })

  test('have current names, whatever those of the browser', () => {
    vi.stubEnv('TZ', 'Asia/Calcutta')
    const names = timezones(null).map(({ id }) => id)
    expect(names[0]).toBe('Asia/Kolkata')
    expect(names).toContain('Europe/Kyiv')
    expect(names).not.toContain('Europe/Kiev')
    expect(timezoneText('Europe/Kiev')).toBe('Europe/Kyiv (UTC+03:00)')
  })

  test('keep a stored old name in place of the new one, and show the new one', () => {
    const kyiv = timezones('Europe/Kiev').filter(({ name }) => name.startsWith('Europe/Ky'))
    expect(kyiv).toEqual([{ id: 'Europe/Kiev', name: 'Europe/Kyiv (UTC+03:00)', offset: 180 }])
  })

  test('include the stored one, even when the browser does not know it', () => {
    expect(timezones('Mars/Olympus').map(({ id }) => id)).toContain('Mars/Olympus')
  })
})

describe('a search', () => {
  const found = (typed: string, locale = 'en') =>
    timezones(null)
      .filter((zone) => isMatch(typed, zone, locale))
      .map(({ id }) => id)

  test.each([
    ['Prague', 'Europe/Prague'],
    ['praha', 'Europe/Prague'],
    ['PRAH', 'Europe/Prague'],
    ['vídeň', 'Europe/Vienna'],
    ['videň', 'Europe/Vienna'],
    ['new york', 'America/New_York'],
    ['europe/lond', 'Europe/London'],
    ['dilli', 'Asia/Kolkata'],
    ['calcutta', 'Asia/Kolkata'],
    ['kiev', 'Europe/Kyiv'],
    ['kyjev', 'Europe/Kyiv'],
  ])('for %s finds only %s', (typed, zone) => {
    expect(found(typed)).toEqual([zone])
  })

  test('finds a country in the language of the person', () => {
    expect(found('japan')).toEqual(['Asia/Tokyo'])
    expect(found('japonsko', 'cs')).toEqual(['Asia/Tokyo'])
  })

  test('finds zones with the current offset', () => {
    expect(found('+02:00')).toContain('Europe/Prague')
    expect(found('UTC+2')).toEqual(found('+02:00'))
    expect(found('+5:45')).toEqual(['Asia/Kathmandu'])
    expect(found('+02:00')).not.toContain('Europe/London')
  })

  test('finds everything for an empty text, and nothing for nonsense', () => {
    expect(found('')).toHaveLength(timezones(null).length)
    expect(found('nowhere at all')).toEqual([])
  })
})
