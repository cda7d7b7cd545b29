import { DAY } from '#contract/common/durations'

/** Points of a series, sorted by time; each time is there once. */
export interface Points<Numbers extends ArrayLike<number> = number[]> {
  /** Milliseconds since 1970. */
  times: Numbers
  values: Numbers
}

/** The points of values by time; each time is there once. */
export function pointsFrom(values: ReadonlyMap<number, number>): Points {
  const times = Array.from(values.keys()).toSorted((a, b) => a - b)
  return { times, values: times.map((time) => values.get(time) ?? 0) }
}

/** The day of the last time that was asked for: most that follow one another are of one day. */
let last = { number: Number.NaN, text: '' }

/** The day (UTC) of a time, as in 2026-05-01. */
export function dayOf(time: number): string {
  const number = Math.floor(time / DAY)
  if (number !== last.number) last = { number, text: new Date(time).toISOString().slice(0, 10) }
  return last.text
}
/** When a day begins. */
export const startOf = (day: string) => Date.parse(`${day}T00:00:00.000Z`)

/** Most decimals for which values are stored as whole numbers. */
const DECIMALS_MAX = 6
/** In place of the number of decimals: each value takes eight bytes. */
const FLOATS = 0xff
/** Differences of smaller whole numbers are exact. */
const WHOLE_MAX = 2 ** 51

/** The fewest decimals with which all values are exact; null when there are more, or values are too large. */
function decimalsOf(values: readonly number[]): number | null {
  let decimals = 0
  for (const value of values) {
    if (Object.is(value, -0)) return null
    while (Math.round(value * 10 ** decimals) / 10 ** decimals !== value)
      if (++decimals > DECIMALS_MAX) return null
  }
  const isSmall = values.every((value) => Math.abs(value) * 10 ** decimals < WHOLE_MAX)
  return isSmall ? decimals : null
}

const SEVEN_BITS = 0x80

/** Writes a whole number in as few bytes as it needs; small ones of either sign need one. */
function write(bytes: number[], number: number) {
  let left = number < 0 ? -2 * number - 1 : 2 * number
  for (; left >= SEVEN_BITS; left = Math.floor(left / SEVEN_BITS))
    bytes.push((left % SEVEN_BITS) | SEVEN_BITS)
  bytes.push(left)
}

const differencesOf = (numbers: readonly number[]) =>
  numbers.map((number, i) => number - (numbers[i - 1] ?? 0))

function writeAll(bytes: number[], numbers: readonly number[]) {
  for (const number of numbers) write(bytes, number)
}

/**
 * Packs points: the number of decimals, how many points, the first time, how the differences of the times change, which is little
 * for a device that sends regularly, and the differences of the values, which are whole numbers with that many decimals. Values that
 * are no such numbers follow as they are.
 */
export function pack({ times, values }: Points): Buffer {
  const decimals = decimalsOf(values)
  const bytes: number[] = [decimals ?? FLOATS]
  write(bytes, times.length)
  write(bytes, times[0] ?? 0)
  writeAll(bytes, differencesOf(differencesOf(times).slice(1)))
  if (decimals !== null) {
    const factor = 10 ** decimals
    writeAll(bytes, differencesOf(values.map((value) => Math.round(value * factor))))
    return Buffer.from(bytes)
  }
  const floats = Buffer.alloc(8 * values.length)
  for (const [i, value] of values.entries()) floats.writeDoubleLE(value, 8 * i)
  return Buffer.concat([Buffer.from(bytes), floats])
}

const DAMAGED = 'the points of a series are damaged'

/** Numbers below 2²⁸ fill four bytes, and are read by whole numbers of 32 bits, which is fast. */
const FAST_BITS = 28

/** The number that one byte holds. */
const smallIn = (byte: number) => (byte >>> 1) ^ -(byte & 1)

/** Numbers in room that is used again and again, as new arrays cost more than what is read into them. */
class NumberBuffer {
  #numbers = new Float64Array()

  of(count: number): Float64Array {
    if (count > this.#numbers.length) this.#numbers = new Float64Array(2 * count)
    return this.#numbers.subarray(0, count)
  }
}

/** Where the sum of differences is, or of how they change. */
interface Sum {
  number: number
  difference: number
  areChanges: boolean
  /** The first number is none of either. */
  isBegun: boolean
}

const aSum = (areChanges: boolean): Sum => ({ number: 0, difference: 0, areChanges, isBegun: false })

/** Most points that are read at a time: it takes about a millisecond. */
export const PIECE = 25_000

/** Reads what `write` wrote, from a place on. */
class Reader {
  place = 0
  readonly #times = new NumberBuffer()
  readonly #values = new NumberBuffer()

  constructor(public bytes: Uint8Array = new Uint8Array()) {}

  /** Begins to read others, into the same room. */
  begin(bytes: Uint8Array): this {
    this.bytes = bytes
    this.place = 0
    return this
  }

  number(): number {
    const { bytes } = this
    let number = 0
    for (let bits = 0; bits < FAST_BITS; bits += 7) {
      const byte = this.byte(bytes[this.place++])
      number |= (byte & 0x7f) << bits
      if (byte < SEVEN_BITS) return number & 1 ? -(number >>> 1) - 1 : number >>> 1
    }
    return this.#large(number)
  }

  /**
   * Adds up differences, or how differences change, on from a sum. Most fill one byte, which is read here, as a call for each would
   * take twice as long.
   */
  sums(numbers: Float64Array, sum: Sum): Float64Array {
    const { bytes } = this
    let { place } = this
    let { number, difference } = sum
    for (let i = 0; i < numbers.length; i++) {
      const byte = bytes[place] ?? SEVEN_BITS
      let read = smallIn(byte)
      if (byte < SEVEN_BITS) place++
      else {
        this.place = place
        read = this.number()
        place = this.place
      }
      if (sum.areChanges) {
        if (sum.isBegun || i > 0) read = difference += read
      }
      numbers[i] = number += read
    }
    this.place = place
    if (numbers.length > 0) Object.assign(sum, { number, difference, isBegun: true })
    return numbers
  }

  /** The points of a day, which begin here, in pieces. */
  *points(): Generator<Points<Float64Array>, void> {
    const decimals = this.decimals()
    const { count, sum } = this.begun()
    if (count <= PIECE) {
      const times = this.sums(this.#times.of(count), sum)
      yield { times, values: this.values(count, decimals, aSum(false)) }
      return
    }
    const ofValues = new Reader(this.bytes)
    ofValues.place = this.after(count)
    const values = aSum(false)
    for (let left = count; left > 0; left -= PIECE) {
      const some = Math.min(left, PIECE)
      const times = this.sums(this.#times.of(some), sum)
      yield { times, values: ofValues.values(some, decimals, values) }
    }
    this.place = ofValues.place
  }

  /** How many points a day has, whose times follow. */
  begun(): { count: number; sum: Sum } {
    const count = this.counted(this.number())
    // The first time of none is there too.
    if (count === 0) this.number()
    return { count, sum: aSum(true) }
  }

  /** The place after so many numbers. */
  after(count: number): number {
    const { bytes } = this
    let { place } = this
    for (let left = count; left > 0; place++) if (this.byte(bytes[place]) < SEVEN_BITS) left--
    return place
  }

  /** With how many decimals the values of a day are stored, which is told first. */
  decimals(): number {
    return this.byte(this.bytes[this.place++])
  }

  /** The times of points, which begin here with their count. */
  times(): Float64Array {
    const { count, sum } = this.begun()
    return this.sums(this.#times.of(count), sum)
  }

  /** The next values of points whose times have been read. */
  values(count: number, decimals: number, sum: Sum): Float64Array {
    const values = this.#values.of(count)
    if (decimals === FLOATS) {
      this.counted(8 * count)
      const floats = new DataView(this.bytes.buffer, this.bytes.byteOffset + this.place)
      for (let i = 0; i < count; i++) values[i] = floats.getFloat64(8 * i, true)
      this.place += 8 * count
      return values
    }
    this.sums(values, sum)
    const factor = 10 ** decimals
    if (factor !== 1) for (let i = 0; i < count; i++) values[i] = (values[i] ?? 0) / factor
    return values
  }

  /** What is told to follow, which takes a byte each at least. */
  counted(count: number): number {
    if (count > this.bytes.length - this.place) throw new Error(DAMAGED)
    return count
  }

  byte(byte: number | undefined): number {
    if (byte === undefined) throw new Error(DAMAGED)
    return byte
  }

  #large(low: number): number {
    let number = low
    for (let factor = 2 ** FAST_BITS; ; factor *= SEVEN_BITS) {
      const byte = this.byte(this.bytes[this.place++])
      number += (byte % SEVEN_BITS) * factor
      if (byte < SEVEN_BITS) return number % 2 === 0 ? number / 2 : -(number + 1) / 2
    }
  }
}

/**
 * Points that `pack` packed, those of several days one behind the other, at most `PIECE` at a time. Each piece is there until the next
 * one is read.
 * @throws Error for anything else
 */
export function* unpackAll(bytes: Uint8Array): Generator<Points<Float64Array>, void> {
  const reader = new Reader(bytes)
  while (reader.place < bytes.length) yield* reader.points()
}

/** Reads days that are by themselves: room for each would cost more than what is read into it. */
const alone = new Reader()

/** The points of one day. @throws Error for what `pack` did not pack */
export function unpack(bytes: Uint8Array): Points {
  const all: Points = { times: [], values: [] }
  // `Array.from` takes four times as long.
  for (const { times, values } of alone.begin(bytes).points()) {
    for (const time of times) all.times.push(time)
    for (const value of values) all.values.push(value)
  }
  return all
}

/**
 * The times of the points of one day, without reading their values. They are there until the next day is read.
 * @throws Error for what `pack` did not pack
 */
export function timesIn(bytes: Uint8Array): Float64Array {
  const reader = alone.begin(bytes)
  reader.decimals()
  return reader.times()
}

/**
 * The points of both, in one order. Where both have a time, that of `newer` stays: so merging again changes nothing.
 */
export function merge(older: Points, newer: Points): Points {
  const merged: Points = { times: [], values: [] }
  const add = (time: number | undefined, value: number | undefined) => {
    if (time === undefined || value === undefined) return
    merged.times.push(time)
    merged.values.push(value)
  }
  let [i, j] = [0, 0]
  while (i < older.times.length || j < newer.times.length) {
    const ours = older.times[i] ?? Infinity
    const theirs = newer.times[j] ?? Infinity
    if (ours < theirs) add(ours, older.values[i++])
    else {
      if (ours === theirs) i++
      add(theirs, newer.values[j++])
    }
  }
  return merged
}
