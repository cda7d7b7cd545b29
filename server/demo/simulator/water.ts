import { DAY, HOUR } from '#contract/common/durations'
import { between, drift, round, uniform } from './random'
import type { SimulatedDevice } from './types'

const TURN = 2 * Math.PI

/** A reservoir: how high its water may stand in m, and what its pumps bring in m³/h while they run. */
const TANK = { least: 1.4, greatest: 4.6, pumped: 62 }

/**
 * Water in a reservoir at a Unix time in milliseconds. It fills at night, when pumping is cheap, and a town drinks it in the morning
 * and in the evening.
 */
export function tank({ serialNumber }: SimulatedDevice, time: number) {
  const size = between(0.6, 1.2, serialNumber, 'tank')
  const day =
    Math.cos((TURN * (time - 5 * HOUR)) / DAY) + 0.3 * Math.cos((2 * TURN * (time - 4 * HOUR)) / DAY)
  const part =
    0.5 +
    0.26 * day +
    0.12 * drift(3 * DAY, time, serialNumber, 'stock') +
    0.01 * drift(HOUR / 6, time, serialNumber)
  const level = TANK.least + (TANK.greatest - TANK.least) * Math.min(Math.max(part, 0), 1)
  const hour = (time % DAY) / HOUR
  const pumped = hour >= 21 || hour < 5 ? TANK.pumped + 4 * drift(HOUR / 2, time, serialNumber, 'pump') : 0
  return { level: round(level, 3), inflow: round(pumped * size, 1) }
}

/** How long it takes from one leak to the next, and what part of it the pipe leaks before somebody mends it. */
const LEAKS = { every: 30 * DAY, part: 0.4 }
/** Of the flow through a pipe in m³/h: in the day, by how much it swings, and what a leak adds. */
const FLOW = { mean: 9, swing: 5.5, peaks: 2, leak: 3.5 }

/** The sum of a swing about zero, from a time on that does not matter. */
const summed = (swing: number, turns: number, time: number, from: number) =>
  ((swing * DAY) / (turns * TURN)) * Math.sin((turns * TURN * (time - from)) / DAY)

/**
 * Flow through the pipe of a district at a Unix time in milliseconds, and all that went through it. At night there is little: from
 * that one sees a leak.
 */
export function meter({ serialNumber }: SimulatedDevice, time: number) {
  const size = between(0.5, 1.5, serialNumber, 'meter')
  const leaks = time / LEAKS.every + uniform(serialNumber, 'leak')
  const isLeaking = leaks % 1 > 1 - LEAKS.part
  const { mean, swing, peaks, leak } = FLOW
  const day =
    swing * Math.cos((TURN * (time - 15 * HOUR)) / DAY) +
    peaks * Math.cos((2 * TURN * (time - 7 * HOUR)) / DAY)
  const flow = size * (mean + day + 0.4 * drift(HOUR, time, serialNumber, 'flow')) + (isLeaking ? leak : 0)
  const leaked =
    (Math.floor(leaks) * LEAKS.part + Math.max(0, (leaks % 1) - 1 + LEAKS.part)) * LEAKS.every * leak
  const used = size * (mean * time + summed(swing, 1, time, 15 * HOUR) + summed(peaks, 2, time, 7 * HOUR))
  return { flow: round(flow, 2), volume: round((used + leaked) / HOUR, 1) }
}
