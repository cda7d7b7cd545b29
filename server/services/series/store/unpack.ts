import { FLOATS, type Points, SEVEN_BITS } from './pack'

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
