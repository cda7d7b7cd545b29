import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY, HOUR } from '#contract/common/durations'
import { simulatedDevice, simulatedDevices } from '../../../tests/support/simulatedDevice'
import { meter, tank } from './measures'

const START = Date.UTC(2026, 0, 1)

const days = fc.integer({ min: 0, max: 400 }).map((day) => START + day * DAY)

test('a reservoir is fuller in the morning than in the evening, and never empty or overflowing', () => {
  fc.assert(
    fc.property(simulatedDevices, days, (device, day) => {
      expect(tank(device, day + 5 * HOUR).level).toBeGreaterThan(tank(device, day + 20 * HOUR).level)
      for (let hour = 0; hour < 24; hour++) {
        const { level } = tank(device, day + hour * HOUR)
        expect(level).toBeGreaterThanOrEqual(1.4)
        expect(level).toBeLessThanOrEqual(4.6)
      }
    }),
  )
})

test('the counter of a pipe rises by its flow', () => {
  fc.assert(
    fc.property(simulatedDevices, days, (device, day) => {
      const hours = Array.from({ length: 25 }, (_, hour) => meter(device, day + hour * HOUR))
      for (const [i, { flow, volume }] of hours.slice(1).entries()) {
        expect(flow).toBeGreaterThan(0)
        expect(volume).toBeGreaterThan(hours[i]?.volume ?? 0)
      }
      const flows = hours.slice(1).reduce((sum, { flow }) => sum + flow, 0)
      const counted = (hours.at(-1)?.volume ?? 0) - (hours[0]?.volume ?? 0)
      expect(Math.abs(counted - flows) / flows).toBeLessThan(0.1)
    }),
  )
})

test('a leak shows at night', () => {
  const device = simulatedDevice('2159000025', { surroundings: 'hall' })
  const nights = Array.from({ length: 60 }, (_, day) => meter(device, START + day * DAY + 2 * HOUR).flow)
  const leaking = nights.filter((flow) => flow > Math.min(...nights) + 2.5)
  expect(leaking.length).toBeGreaterThan(15)
  expect(leaking.length).toBeLessThan(35)
})
