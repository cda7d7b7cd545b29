import { expect, test } from 'vitest'
import { spaceSeriesSchema } from '#contract/series'
import { batteryOf, batterySuggestion, suggestedValues } from './suggestions'

const measured = (path: string, values: readonly number[], unit: string | null = null) =>
  spaceSeriesSchema.parse({
    path,
    label: path,
    unit,
    is_pinned: false,
    is_hidden: false,
    is_boolean: false,
    device_count: 1,
    least: Math.min(...values),
    greatest: Math.max(...values),
  })

test.each<[string, number[], string | null, number, number]>([
  ['battery_percent', [12, 80], '%', 20, 25],
  ['battery_level', [0.4, 0.83], null, 0.2, 0.25],
  ['battery', [80], null, 20, 25],
  ['battery', [3.1, 3.6], null, 3.3, 3.4],
  ['battery_voltage', [3.6], 'V', 3.3, 3.4],
  ['battery_voltage', [3600], 'V', 3300, 3400],
  ['battery_voltage_mv', [3600], 'mV', 3300, 3400],
  ['battery_voltage_mv', [3600], null, 3300, 3400],
  ['vbat', [3000], null, 2400, 2500],
  ['battery.volts', [12.6], 'V', 10, 11],
])('%s of %o is low below a limit in its own unit', (path, values, unit, limit, end) => {
  expect(batteryOf([measured(path, values, unit)])).toEqual({ path, limit, end, deviceCount: 1 })
})

test.each<[string, number[], string | null]>([
  ['battery_temperature', [21], '°C'],
  ['mains_voltage', [231], 'V'],
  ['battery_level', [254], null],
  ['temperature', [21], '°C'],
])('%s of %o is no charge', (path, values, unit) => {
  expect(batteryOf([measured(path, values, unit)])).toBeUndefined()
})

test('a value with a charge takes precedence over others', () => {
  const series = [measured('battery_level', [254]), measured('battery_mv', [3600])]
  expect(batteryOf(series)).toMatchObject({ path: 'battery_mv', limit: 3300 })
})

test('items of a list are one value', () => {
  const series = [measured('cells[0].battery', [3.2]), measured('cells[1].battery', [3.6])]
  expect(batteryOf(series)).toMatchObject({ path: 'cells[].battery', limit: 3.3 })
})

test('an address contains a whole suggestion, and an invalid one suggests nothing', () => {
  const battery = { path: 'a b&c=d.battery', limit: 3300, end: 3400 }
  expect(suggestedValues(batterySuggestion(battery, ['one', 'two']))).toMatchObject({
    condition: { kind: 'below', ...battery },
    scope: { kind: 'devices', device_ids: ['one', 'two'] },
  })
  expect(suggestedValues(batterySuggestion(battery))).toMatchObject({ scope: { kind: 'all' } })
  expect(suggestedValues('battery?path=level&limit=x&end=2')).toBeUndefined()
})
