import { describe, expect, test } from 'vitest'
import { inOrder } from './names'
import { patternOf, plainSetting, type ShownSetting, shownOf } from './shown'

const setting = (path: string, given: Partial<ShownSetting>): ShownSetting => ({
  ...plainSetting(path),
  ...given,
})

test.each([
  ['level', 'level'],
  ['meters[serial_number=12].volume', 'meters[].volume'],
  ['outputs[0]', 'outputs[]'],
  ['rooms[name="Sál ] 1"].on', 'rooms[].on'],
  ['["a.b"]["c=d"].e', '["a.b"]["c=d"].e'],
  ['x["id]"="a=b"].v', 'x[].v'],
  ['meters[].volume', 'meters[].volume'],
])('the pattern of %s is %s', (path, pattern) => {
  expect(patternOf(path)).toBe(pattern)
})

describe('a value is shown', () => {
  test('by its name, without a setting', () => {
    expect(shownOf(['thermometer.temperature'], [], []).get('thermometer.temperature')).toEqual({
      label: 'temperature',
      unit: '°C',
      decimals: null,
      is_hidden: false,
      is_pinned: false,
      place: null,
    })
  })

  test('by its setting; an empty unit is none', () => {
    const settings = [setting('temperature', { label: 'Boiler', unit: '', decimals: 1, is_hidden: true })]
    expect(shownOf(['temperature'], settings, []).get('temperature')).toMatchObject({
      label: 'Boiler',
      unit: null,
      decimals: 1,
      is_hidden: true,
    })
  })

  test('although its list is hidden, when its own setting says so', () => {
    const paths = ['meters[sn=1].volume', 'meters[sn=2].volume']
    const settings = [
      setting('meters[].volume', { is_hidden: true }),
      setting('meters[sn=2].volume', { is_shown: true }),
    ]
    const hidden = Array.from(shownOf(paths, settings, []).values(), ({ is_hidden }) => is_hidden)
    expect(hidden).toEqual([true, false])
  })

  test('like all items of its list, but distinguishable; its own setting takes precedence', () => {
    const paths = ['meters[sn=1].volume', 'meters[sn=2].volume']
    const settings = [setting('meters[].volume', { label: 'Water', unit: 'm³' })]
    const labels = (...own: ShownSetting[]) =>
      Array.from(shownOf(paths, [...settings, ...own], []).values(), ({ label, unit }) => [label, unit])
    expect(labels()).toEqual([
      ['Water 1', 'm³'],
      ['Water 2', 'm³'],
    ])
    expect(labels(setting('meters[sn=2].volume', { label: 'Garden' }))).toEqual([
      ['Water', 'm³'],
      ['Garden', 'm³'],
    ])
  })

  test('as pinned for devices with one of its tags, or for all', () => {
    const isPinned = (tags: string[], ofDevice: string[]) =>
      shownOf(
        ['level'],
        [setting('level', { is_pinned: true, place: 1, tags: tags.map((id) => ({ id })) })],
        ofDevice,
      ).get('level')?.is_pinned
    expect(isPinned([], [])).toBe(true)
    expect(isPinned(['a', 'b'], ['b'])).toBe(true)
    expect(isPinned(['a'], ['b'])).toBe(false)
  })
})

test('pinned values come first in their order, then those that change more, counters, and hidden ones', () => {
  const series = [
    { path: 'area', isHidden: true, place: 3 },
    { path: 'count', isSequence: true, change: 3 },
    { path: 'still', change: 0 },
    { path: 'wild', change: 3 },
    { path: 'calm', change: 1 },
    { path: 'system.voltage', place: 2, change: 0 },
    { path: 'tank.serial', place: 1 },
    { path: 'network.rssi', change: 3 },
  ]
  expect(inOrder(series).map(({ path }) => path)).toEqual([
    'tank.serial',
    'system.voltage',
    'wild',
    'calm',
    'still',
    'network.rssi',
    'count',
    'area',
  ])
})
