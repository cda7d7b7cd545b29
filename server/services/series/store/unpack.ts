import { FLOATS, type Points, SEVEN_BITS } from './pack'

const DAMAGED = 'the points of a series are damaged'

/** Numbers below 2²⁸ fill four bytes, and are read as 32-bit integers, which is fast. */
const FAST_BITS = 28

/** The number that one byte encodes. */
const smallIn = (byte: number) => (byte >>> 1) ^ -(byte & 1)

/** A buffer of numbers that is reused, because a new array costs more than the numbers that are read into it. */
class NumberBuffer {
  #numbers = new Float64Array()

  of(count: number): Float64Array {
    if (count > this.#numbers.length) this.#numbers = new Float64Array(2 * count)
    return this.#numbers.subarray(0, count)
  }
}

/** State of summing up differences, or changes of differences. */
interface Sum {
  number: number
  difference: number
  areChanges: boolean
  /** Whether the first number was read, which is neither. */
  isBegun: boolean
}

const aSum = (areChanges: boolean): Sum => ({ number: 0, difference: 0, areChanges, isBegun: false })

/** Most points that are read at a time: it takes about a millisecond. */
export const PIECE = 25_000

/** Reads what `write` wrote, from an index on. */
class Reader {
  place = 0
  readonly #times = new NumberBuffer()
  readonly #values = new NumberBuffer()

  constructor(public bytes: Uint8Array = new Uint8Array()) {}

  /** Begins to read other bytes, into the same buffer. */
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
   * Sums up differences, or changes of differences, on from a sum. Most fill one byte, which is read here, as a call for each would take
   * twice as long.
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

  /** The points of a day, which begins here, in pieces. */
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

  /** The number of points of a day, whose times follow. */
  begun(): { count: number; sum: Sum } {
    const count = this.counted(this.number())
    // The first time is there even if there are no points.
    if (count === 0) this.number()
    return { count, sum: aSum(true) }
  }

  /** The index after so many numbers. */
  after(count: number): number {
    const { bytes } = this
    let { place } = this
    for (let left = count; left > 0; place++) if (this.byte(bytes[place]) < SEVEN_BITS) left--
    return place
  }

  /** The number of decimals of a day's values, which comes first. */
  decimals(): number {
    return this.byte(this.bytes[this.place++])
  }

  /** The times of points, which begin here with their number. */
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

  /** The number of items that follow, each of at least one byte. */
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
 * Points that `pack` packed, those of several days concatenated, at most `PIECE` at a time. Each piece is valid until the next one is read.
 * @throws Error for anything else
 */
export function* unpackAll(bytes: Uint8Array): Generator<Points<Float64Array>, void> {
  const reader = new Reader(bytes)
  while (reader.place < bytes.length) yield* reader.points()
}

/** Reads single days: a buffer for each would cost more than what is read into it. */
const alone = new Reader()

/** The points of one day. @throws Error for bytes that `pack` did not write */
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
 * The times of the points of one day, without reading their values. They are valid until the next day is read.
 * @throws Error for bytes that `pack` did not write
 */
export function timesIn(bytes: Uint8Array): Float64Array {
  const reader = alone.begin(bytes)
  reader.decimals()
  return reader.times()
}
