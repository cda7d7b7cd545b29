import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY } from '#contract/common/durations'
import { simulatedDevice, simulatedDevices } from '../../../tests/support/simulatedDevice'
import { dataBody } from './dataBody'
import { newborn } from './device'
import { batteryVoltage, temperature } from './measures'
import type { SimulatedDevice } from './types'

const START = Date.UTC(2026, 0, 1)
const YEAR = 365 * DAY

const times = fc.integer({ min: START, max: START + YEAR })

const bodyOf = (device: SimulatedDevice, now: number, settings = {}) => {
  const state = newborn(device, now - 60_000)
  return dataBody(device, { ...state, settings: { ...state.settings, ...settings } }, now)
}

describe('the body of a data message', () => {
  it('is 1 to 8 kB of JSON for any intervals', () => {
    const seconds = fc.integer({ min: 10, max: 86_400 }).map(String)
    fc.assert(
      fc.property(simulatedDevices, times, seconds, seconds, (device, now, report, aggregation) => {
        const size = JSON.stringify(
          bodyOf(device, now, {
            'app config interval-report': report,
            'app config interval-aggreg': aggregation,
          }),
        ).length
        expect(size).toBeGreaterThanOrEqual(1000)
        expect(size).toBeLessThanOrEqual(8000)
      }),
    )
  })

  it('has plausible values', () => {
    fc.assert(
      fc.property(simulatedDevices, times, (device, now) => {
        const { system, network, thermometer, accelerometer, hygrometer } = bodyOf(device, now)
        expect(system.voltage_rest).toBeGreaterThan(2.7)
        expect(system.voltage_rest).toBeLessThan(3.8)
        expect(system.voltage_load).toBeLessThan(system.voltage_rest)
        expect(network.parameter.rsrp).toBeGreaterThan(-125)
        expect(network.parameter.rsrp).toBeLessThan(-70)
        expect(Math.abs(thermometer.temperature)).toBeLessThan(45)
        const { acceleration_x: x, acceleration_y: y, acceleration_z: z, orientation } = accelerometer
        expect(Math.hypot(x, y, z)).toBeGreaterThan(9)
        expect(Math.hypot(x, y, z)).toBeLessThan(10.5)
        expect([1, 2, 3, 4, 5, 6]).toContain(orientation)
        for (const { measurements } of [hygrometer.temperature, hygrometer.humidity]) {
          expect(measurements).toHaveLength(6)
          for (const { timestamp, min, max, avg, mdn } of measurements) {
            expect(timestamp * 1000).toBeLessThanOrEqual(now)
            expect(min).toBeLessThanOrEqual(Math.min(avg, mdn) + 0.011)
            expect(max).toBeGreaterThanOrEqual(Math.max(avg, mdn) - 0.011)
          }
        }
      }),
    )
  })

  it('has two temperatures that are distinct in a chart', () => {
    fc.assert(
      fc.property(simulatedDevices, times, (device, now) => {
        const gaps = Array.from({ length: 48 }, (_, index) => {
          const { thermometer, hygrometer } = bodyOf(device, now + index * 1_800_000)
          return (hygrometer.temperature.measurements.at(-1)?.mdn ?? 0) - thermometer.temperature
        })
        expect(gaps.reduce((sum, gap) => sum + gap) / gaps.length).toBeGreaterThan(0.7)
      }),
      { numRuns: 20 },
    )
  })

  it('moves slowly', () => {
    fc.assert(
      fc.property(simulatedDevices, times, (device, now) => {
        const change = temperature(device, now + 60_000) - temperature(device, now)
        expect(Math.abs(change)).toBeLessThan(0.5)
      }),
    )
  })
})

describe('the battery', () => {
  it('falls from month to month, except on the day of its replacement', () => {
    const device = simulatedDevice('2159000001', { surroundings: 'room' })
    const months = Array.from({ length: 24 }, (_, i) => batteryVoltage(device, START + (i * YEAR) / 12))
    const rises = months.slice(1).filter((voltage, i) => voltage > (months[i] ?? 0) + 0.05)
    expect(rises.length).toBeLessThanOrEqual(2)
    expect(Math.max(...months) - Math.min(...months)).toBeGreaterThan(0.3)
  })
})
