import { DAY, HOUR, MINUTE } from '#contract/common/durations'
import { between, clamp, drift, round, uniform } from './random'
import type { SimulatedDevice, Surroundings } from './types'

const FULL_CIRCLE = 2 * Math.PI

/** A curve in [-1, 1] that is highest at an hour (UTC) of the day, so often a day. */
const swing = (time: number, hour: number, perDay = 1) =>
  Math.cos((perDay * FULL_CIRCLE * (time - hour * HOUR)) / DAY)
/** The hours over which such a curve would have to last at 1 to come to the same since a time that does not matter. */
const summed = (time: number, hour: number, perDay = 1) =>
  (24 / (perDay * FULL_CIRCLE)) * Math.sin((perDay * FULL_CIRCLE * (time - hour * HOUR)) / DAY)

/**
 * What is measured around devices, in °C and % RH: the mean temperature; how it swings in a year and in a day; warm and cold weeks; the
 * cooling machine; the mean humidity; and by how much the housing, where the hygrometer is, is warmer than the air.
 */
const CLIMATES: Record<Surroundings, [number, number, number, number, number, number, number]> = {
  outdoor: [11, 9, 5, 4, 0, 70, 2.6],
  shaft: [11, 3, 0.4, 0.8, 0, 90, 1.2],
  reservoir: [10, 2, 0.2, 0.4, 0, 94, 1.2],
  fridge: [4.5, 0, 0.3, 0.3, 0.9, 58, 1.1],
  freezer: [-21, 0, 0.4, 0.5, 1.4, 45, 1.5],
  room: [21.5, 0.8, 1.6, 0.8, 0, 44, 1.4],
  hall: [17, 4, 1.2, 0.8, 0, 52, 1.6],
}

/** Temperature in °C at a Unix time in milliseconds. A day is warmest at three in the afternoon, a year in the last days of July. */
export function temperature({ surroundings, serialNumber }: SimulatedDevice, time: number): number {
  const [mean, season, day, weather, cooling] = CLIMATES[surroundings]
  return (
    mean +
    season * swing(time, 208 * 24, 1 / 365.25) +
    day * swing(time, 15) +
    weather * drift(2 * DAY, time, surroundings, 'weather') +
    drift(5 * DAY, time, serialNumber, 'place') +
    cooling * drift(25 * MINUTE, time, serialNumber, 'cooling') +
    0.15 * drift(10 * MINUTE, time, serialNumber, 'air')
  )
}

/** Temperature in the housing of a device, which the electronics warm: it follows that of the air by a quarter of an hour. */
export const housingTemperature = (device: SimulatedDevice, time: number): number =>
  temperature(device, time - 15 * MINUTE) + CLIMATES[device.surroundings][6]

/** Relative humidity in %: dry when warm. */
export function humidity({ surroundings, serialNumber }: SimulatedDevice, time: number): number {
  const [, , day, , , mean] = CLIMATES[surroundings]
  const wanders =
    6 * drift(1.5 * DAY, time, surroundings, 'humid') + 2 * drift(6 * HOUR, time, serialNumber, 'humid')
  return clamp(mean - 2.2 * day * swing(time, 15) + wanders, 5, 99.5)
}

/** Voltage of the resting battery in V: falls slowly over its life of 700 days, a little lower in the cold. */
export function batteryVoltage(device: SimulatedDevice, time: number): number {
  const age = (time / (700 * DAY) + uniform(device.serialNumber, 'battery')) % 1
  return 3.62 - 0.45 * age - 0.25 * age ** 6 + 0.0015 * (temperature(device, time) - 20)
}

/**
 * Water in a reservoir, of 1.4 to 4.6 m, and what its pumps bring in m³/h. It fills at night, when pumping is cheap, and a town drinks
 * it in the morning and in the evening.
 */
export function tank({ serialNumber }: SimulatedDevice, time: number) {
  const day = 0.26 * (swing(time, 5) + 0.3 * swing(time, 4, 2))
  const wanders =
    0.12 * drift(3 * DAY, time, serialNumber, 'stock') + 0.01 * drift(HOUR / 6, time, serialNumber)
  const hour = (time % DAY) / HOUR
  const pumped = hour >= 21 || hour < 5 ? 62 + 4 * drift(HOUR / 2, time, serialNumber, 'pump') : 0
  return {
    level: round(1.4 + 3.2 * clamp(0.5 + day + wanders, 0, 1), 3),
    inflow: round(pumped * between(0.6, 1.2, serialNumber, 'tank'), 1),
  }
}

/** Time from one leak to the next, the part of it for which the pipe leaks before it is repaired, and m³/h. */
const LEAKS = { every: 30 * DAY, part: 0.4, flow: 3.5 }

/** Flow through the pipe of a district in m³/h, and the total volume. There is little at night, which reveals a leak. */
export function meter({ serialNumber }: SimulatedDevice, time: number) {
  const size = between(0.5, 1.5, serialNumber, 'meter')
  const leaks = time / LEAKS.every + uniform(serialNumber, 'leak')
  const leaking = Math.max(0, (leaks % 1) - 1 + LEAKS.part)
  const leaked = (Math.floor(leaks) * LEAKS.part + leaking) * (LEAKS.every / HOUR) * LEAKS.flow
  const used =
    9 + 5.5 * swing(time, 15) + 2 * swing(time, 7, 2) + 0.4 * drift(HOUR, time, serialNumber, 'flow')
  const counted = 9 * (time / HOUR) + 5.5 * summed(time, 15) + 2 * summed(time, 7, 2)
  return {
    flow: round(size * used + (leaking > 0 ? LEAKS.flow : 0), 2),
    volume: round(size * counted + leaked, 1),
  }
}
