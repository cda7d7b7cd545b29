import type { Result } from './result'

/** One value of a series; null breaks its line. */
export interface Reading {
  /** In ms since 1970. */
  time: number
  value: number | null
}

/** What the messages of one device say under one name. */
export interface Track {
  name: string
  device: string
  /** In the order of time. */
  readings: Reading[]
}

/** A result with the device that sent the message. */
export interface DeviceResult extends Result {
  device: string
}

/** Most of what is shown, so that no transformation can keep the page busy. */
export const SHOWN_MAX = { tracks: 50, readings: 200_000 }

/** Length of a burst when nothing tells it: the usual time between two reports, in ms. Facts, "A device". */
const USUAL_INTERVAL = 1_800_000
/** A burst fills the time since the message before, up to so many usual intervals. */
const STRETCH = 1.5
/** A silence of more than so many usual intervals is a gap in the line. */
const SILENCE = 3

interface Entry {
  time: number
  values: readonly (number | null)[]
}

/** The lower one of the two in the middle: silences make only the others longer. */
function median(numbers: readonly number[]): number | undefined {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)]
}

/**
 * The readings of a track. The values of a burst are equally spaced and the last of them is at the date; the first
 * follows on the message before. After a silence, and in the first message, a burst is as long as the usual time between
 * two messages that have this series.
 */
function readingsOf(entries: readonly Entry[]): Reading[] {
  const sorted = entries.toSorted((a, b) => a.time - b.time)
  const gapBefore = (index: number) => (sorted[index]?.time ?? 0) - (sorted[index - 1]?.time ?? Number.NaN)
  const gaps = sorted.map((_, index) => gapBefore(index)).filter((gap) => gap > 0)
  const usual = median(gaps)
  const length = usual ?? USUAL_INTERVAL

  const readings: Reading[] = []
  for (const [index, { time, values }] of sorted.entries()) {
    const gap = gapBefore(index)
    const burst = gap > 0 && gap <= length * STRETCH ? gap : length
    if (usual !== undefined && gap > usual * SILENCE) readings.push({ time: time - burst, value: null })
    for (const [place, value] of values.entries())
      readings.push({ time: time - (burst * (values.length - 1 - place)) / values.length, value })
  }
  return readings
}

/** Puts the results of many messages together. `isCut`: there is more than is shown. */
export function buildTracks(results: readonly DeviceResult[]): { tracks: Track[]; isCut: boolean } {
  const found = new Map<string, { name: string; device: string; entries: Entry[] }>()
  let count = 0
  let isCut = false
  for (const { time, device, values } of results)
    for (const [name, list] of values) {
      const key = JSON.stringify([device, name])
      const track = found.get(key) ?? { name, device, entries: [] }
      const isNew = !found.has(key)
      if ((isNew && found.size >= SHOWN_MAX.tracks) || count + list.length > SHOWN_MAX.readings) {
        isCut = true
        continue
      }
      count += list.length
      found.set(key, track)
      track.entries.push({ time, values: list })
    }
  const tracks = [...found.values()]
    .map(({ name, device, entries }) => ({ name, device, readings: readingsOf(entries) }))
    .filter(({ readings }) => readings.some(({ value }) => value !== null))
  return { tracks, isCut }
}
