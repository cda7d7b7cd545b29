import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inOrder, isIdentifier, labelsOf, namesOf, unitOf } from './names'
import { readingsOf } from './readings'

test.each([
  ['level', ['level']],
  ['tank.level', ['tank', 'level']],
  ['meters[serial_number=12].volume', ['meters', '12', 'volume']],
  ['rooms[name="Sál ] 1"].on', ['rooms', 'Sál ] 1', 'on']],
  ['["a.b"]["c=d"].e', ['a.b', 'c=d', 'e']],
  ['outputs[0]', ['outputs', '0']],
  ['x["id]"="a=b"].v', ['x', 'a=b', 'v']],
  ['x[id]="a.b"].v', ['x', 'id', '="a', 'b"', 'v']],
])('%s has its names', (path, names) => {
  expect(namesOf(path)).toEqual(names)
})

test('every path that a body can have has names', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (body) => {
      const paths = readingsOf(body, Date.UTC(2026), Date.UTC(2026)).map(({ path }) => path)
      const labels = labelsOf([...new Set(paths)])
      expect(labels.size).toBe(new Set(paths).size)
      expect(new Set(labels.values()).size).toBe(labels.size)
      for (const path of paths) expect(namesOf(path).length).toBeGreaterThan(0)
    }),
  )
})

test.each([
  ['thermometer.temperature', '°C'],
  ['hygrometer.humidity.measurements.avg', '%'],
  ['system.voltage_rest', 'V'],
  ['supplyVoltage', 'V'],
  ['network.parameter.rsrp', 'dBm'],
  ['level', null],
  ['temperate', null],
  // The unit after a quantity counts.
  ['battery_voltage_mv', 'mV'],
  ['batteryVoltageMv', 'mV'],
  ['battery_mv', 'mV'],
  ['temperature_f', '°F'],
  ['temperature_c', '°C'],
  ['temperatureK', 'K'],
  ['temperature_f_max', '°F'],
  ['TempC_SHT', '°C'],
  ['energy_wh', 'Wh'],
  ['energy_kwh_total', 'kWh'],
  ['rssi_percent', '%'],
  ['humidity_pct', '%'],
  ['uptime_days', 'd'],
  ['uptime_ms', 'ms'],
  ['uptime_h', 'h'],
  ['altitude_ft', 'ft'],
  ['co2_ppb', 'ppb'],
  ['pressure_hpa', 'hPa'],
  ['volume_m3', 'm³'],
  ['voltage_a', 'V'],
  ['temperature_2', '°C'],
  ['temperature_kitchen', '°C'],
  ['lux', 'lx'],
  // The usual spelling of the unit counts as well.
  ['battery_voltage_mV', 'mV'],
  ['power_kW', 'kW'],
  ['energy_kWh', 'kWh'],
  ['energyKWh', 'kWh'],
  ['["Battery Voltage (mV)"]', 'mV'],
  ['["Humidity (%)"]', '%'],
  ['energy_kvah', 'kVAh'],
  ['energy_j', 'J'],
  ['temperature_10cm', '°C'],
  ['temperature_chn1', '°C'],
  // A name with several meanings has no unit.
  ['energy', null],
  ['energy_gcal', null],
  ['wh_energy', null],
  ['temperature_dC', null],
  ['temperature_x10', null],
  ['temperature_c_x100', null],
  ['temperature_tenths', null],
  ['voltage_10mv', null],
  ['batteryMilliVolt', null],
  ['temperature_unit', null],
  ['temperature_timestamp', null],
  ['humidity_ah', null],
  // Two units form another one.
  ['speed_km_h', null],
  ['rain_mm_h', null],
  ['humidity_g_m3', null],
  ['energy_wh_per_km', null],
  ['power_w_per_m2', null],
  ['conductivity_us_cm', null],
  ['conductivity_ms', null],
  ['wind_gust_ms', null],
  ['energy_mwh', null],
  ['uptime_min', null],
  ['temperature_ma', null],
  ['temperature_raw', null],
  ['voltage_adc', null],
  ['temperature_degrees', null],
  ['latitude_e7', null],
  ['energy_price', null],
  ['temperature_count', null],
  ['humidity_per_hour', null],
  ['absolute_humidity', null],
  ['color_temperature', null],
  ['energy_btu', null],
  ['db_version', null],
  ['progress_bar', null],
  ['day', null],
  ['water_meter', null],
])('the unit of %s is %s', (path, unit) => {
  expect(unitOf(path)).toBe(unit)
})

test.each([
  ['modem.imei', 351_358_811_124_772, true],
  ['sim.imsi', 230_030_000_000_001, true],
  ['gatewayId', 12_345, true],
  ['meters[sn=1].serial_number', 12_345, true],
  ['message.timestamp', 1_795_880_003, true],
  ['measured_at', 1_795_880_003, true],
  ['timestamp_ms', 1_795_880_003_000, true],
  ['unixtime', 1_795_880_003, true],
  ['last_seen', 1_795_880_003, true],
  ['EUI64', 12_345_678_901_234, true],
  ['on_time', 12_000, false],
  ['times_seen', 12_000, false],
  ['volume_m3', 4_744_250, false],
  ['message.sequence', 12_345, false],
])('%s has a name (%s): %s', (path, value, isNaming) => {
  expect(isIdentifier(path, value)).toBe(isNaming)
})

const labels = (...paths: string[]) => [...labelsOf(paths).values()]

test('a label has the fewest names that make it unique', () => {
  expect(labels('in.temperature', 'out.temperature', 'out.humidity')).toEqual([
    'in.temperature',
    'out.temperature',
    'humidity',
  ])
  expect(labels('meters[id=1].volume', 'meters[id=2].volume')).toEqual(['1.volume', '2.volume'])
  expect(labels('value')).toEqual(['value'])
})

test('series with the same names are distinguished by their paths', () => {
  expect(labels('["a.b"]', 'a.b', 'c')).toEqual(['["a.b"]', 'a.b', 'c'])
  expect(labels('["a.b"]', 'x.a.b')).toEqual(['a.b', 'b'])
})

test('statistics of one reading have their names, others have none', () => {
  expect(labels('a.temperature.measurements.avg', 'a.temperature.measurements.max', 'b.level.value')).toEqual(
    ['temperature.avg', 'temperature.max', 'level'],
  )
  expect(labels('a.b', 'a.b.avg')).toEqual(['a.b', 'b.avg'])
})

test('measured values come first, then their other statistics, movement, and data about the device', () => {
  const paths = [
    'message.sequence',
    'accelerometer.acceleration_x',
    'system.voltage_rest',
    'hygrometer.temperature.measurements.max',
    'hygrometer.temperature.measurements.avg',
    'level',
    'tank.serial_number',
  ]
  expect(inOrder(paths.map((path) => ({ path }))).map(({ path }) => path)).toEqual([
    'hygrometer.temperature.measurements.avg',
    'level',
    'hygrometer.temperature.measurements.max',
    'accelerometer.acceleration_x',
    'system.voltage_rest',
    'message.sequence',
    'tank.serial_number',
  ])
})
