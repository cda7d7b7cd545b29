import { DAY, HOUR, MINUTE } from '#contract/common/durations'
import { clamp, drift, uniform } from './random'
import type { SimulatedDevice, Surroundings } from './types'

/** Temperatures in °C, humidity in % RH. */
interface Climate {
  mean: number
  /** Amplitudes: of the year, of the day, and of warm and cold weeks. */
  season: number
  day: number
  weather: number
  /** Swing of the cooling machine. */
  cooling: number
  humidity: number
  /** By how much the housing, where the hygrometer is, is warmer than the air. */
  housing: number
}

const CLIMATES: Record<Surroundings, Climate> = {
  outdoor: { mean: 11, season: 9, day: 5, weather: 4, cooling: 0, humidity: 70, housing: 2.6 },
  shaft: { mean: 11, season: 3, day: 0.4, weather: 0.8, cooling: 0, humidity: 90, housing: 1.2 },
  reservoir: { mean: 10, season: 2, day: 0.2, weather: 0.4, cooling: 0, humidity: 94, housing: 1.2 },
  fridge: { mean: 4.5, season: 0, day: 0.3, weather: 0.3, cooling: 0.9, humidity: 58, housing: 1.1 },
  freezer: { mean: -21, season: 0, day: 0.4, weather: 0.5, cooling: 1.4, humidity: 45, housing: 1.5 },
  room: { mean: 21.5, season: 0.8, day: 1.6, weather: 0.8, cooling: 0, humidity: 44, housing: 1.4 },
  hall: { mean: 17, season: 4, day: 1.2, weather: 0.8, cooling: 0, humidity: 52, housing: 1.6 },
}

/** Warmest at three in the afternoon (UTC), coldest twelve hours earlier. */
const dayCurve = (time: number) => Math.cos((2 * Math.PI * (time - 15 * HOUR)) / DAY)
/** Warmest in the last days of July. */
const yearCurve = (time: number) => Math.cos((2 * Math.PI * (time / DAY - 208)) / 365.25)

/** Temperature in °C at a Unix time in milliseconds. */
export function temperature({ surroundings, serialNumber }: SimulatedDevice, time: number): number {
  const { mean, season, day, weather, cooling } = CLIMATES[surroundings]
  return (
    mean +
    season * yearCurve(time) +
    day * dayCurve(time) +
    weather * drift(2 * DAY, time, surroundings, 'weather') +
    drift(5 * DAY, time, serialNumber, 'place') +
    cooling * drift(25 * MINUTE, time, serialNumber, 'cooling') +
    0.15 * drift(10 * MINUTE, time, serialNumber, 'air')
  )
}

/** Temperature in the housing of a device, which the electronics warm: it follows that of the air by a quarter of an hour. */
export const housingTemperature = (device: SimulatedDevice, time: number): number =>
  temperature(device, time - 15 * MINUTE) + CLIMATES[device.surroundings].housing

/** Relative humidity in % at a Unix time in milliseconds: dry when warm. */
export function humidity({ surroundings, serialNumber }: SimulatedDevice, time: number): number {
  const climate = CLIMATES[surroundings]
  return clamp(
    climate.humidity -
      2.2 * climate.day * dayCurve(time) +
      6 * drift(1.5 * DAY, time, surroundings, 'humid') +
      2 * drift(6 * HOUR, time, serialNumber, 'humid'),
    5,
    99.5,
  )
}

/** Lifetime of a set of batteries. */
const BATTERY_LIFE = 700 * DAY

/** Voltage of the resting battery in V: falls slowly over its life, a little lower in the cold. */
export function batteryVoltage(device: SimulatedDevice, time: number): number {
  const age = (time / BATTERY_LIFE + uniform(device.serialNumber, 'battery')) % 1
  return 3.62 - 0.45 * age - 0.25 * age ** 6 + 0.0015 * (temperature(device, time) - 20)
}
