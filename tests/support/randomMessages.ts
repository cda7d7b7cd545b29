import { DAY, MINUTE } from '#contract/common/durations'

/** A value that the history must have from a message. */
interface Expected {
  path: string
  value: number
  /** Milliseconds since 1970; null for the time of the message. */
  at: number | null
}

/** A message and its expected values in the history, generated together, independently of the server's code. */
export interface RandomMessage {
  /** Number of the sending device. */
  device: number
  /** Fields of the uplink. */
  sent: { body: unknown; at?: string | number; id?: string }
  /** Its time of measurement, in milliseconds since 1970. */
  measured: number | null
  expected: readonly Expected[]
}

/** Messages have times within so few days that many share a minute. */
const DAYS = 10
/** Items of a longer list without identities are a waveform. */
const WAVE = 40
const METERS = ['12', '13', 'north wing', 'c']

/** A part of a body with its own key. */
type Part = { body: Record<string, unknown>; expected: Expected[] }

/**
 * Generates random messages: numbers and booleans, nested and in lists, with and without identities and own times,
 * late, reordered, dated, out of range.
 * @param now earliest time of sending, in milliseconds since 1970
 */
export function randomMessages(random: () => number, { devices, now }: { devices: number; now: number }) {
  const below = (n: number) => Math.floor(random() * n)
  const chance = (share: number) => random() < share
  const oneOf = <Item>(items: readonly [Item, ...Item[]]): Item => items[below(items.length)] ?? items[0]
  const number = () =>
    oneOf([
      () => below(100),
      () => below(1000) / 10 - 50,
      () => below(1e9) / 1e6,
      () => (random() - 0.5) * 1e-9,
      () => (random() - 0.5) * 1e300,
      () => 2 ** 53 - 1 - below(100),
    ])()
  const shuffled = <Item>(items: readonly Item[]) =>
    items
      .map((item) => ({ item, place: random() }))
      .toSorted((a, b) => a.place - b.place)
      .map(({ item }) => item)

  const past = () => now - below(DAYS * 24 * 60) * MINUTE
  /** An invalid time: before 2000, or more than a day ahead. */
  const wrong = () => (chance(0.5) ? now + 3 * DAY + below(1000) : Date.UTC(1999, 5, 1) + below(DAY))
  /** A time in one of the formats of devices. */
  const formatTime = (at: number) =>
    oneOf<() => string | number>([
      () => at,
      () => at / 1000,
      () => new Date(at).toISOString(),
      () => new Date(at).toISOString().replace('T', ' ').replace('Z', '+00:00'),
    ])()
  const plain = (path: string): Expected => ({ path, value: number(), at: null })

  const nested = (): Part => {
    const [current, on] = [plain('pump.motor.current'), chance(0.5)]
    return {
      body: { pump: { motor: { current: current.value, state: 'on' }, on, fault: null } },
      expected: [current, { path: 'pump.on', value: Number(on), at: null }],
    }
  }
  const strange = (): Part => {
    const rate = plain('tank["flow rate"]')
    return { body: { tank: { 'flow rate': rate.value, note: '17' } }, expected: [rate] }
  }
  const places = (): Part => {
    const expected = Array.from({ length: 1 + below(4) }, (_, i) => plain(`outputs[${i}]`))
    return { body: { outputs: expected.map(({ value }) => value) }, expected }
  }
  const wave = (): Part => ({ body: { wave: Array.from({ length: WAVE }, number) }, expected: [] })
  const identified = (): Part => {
    const meters = shuffled(METERS).slice(below(METERS.length))
    const named = (meter: string) => `meters[serial_number=${meter.includes(' ') ? `"${meter}"` : meter}]`
    const expected = meters.map((meter) => plain(`${named(meter)}.volume`))
    const body = meters.map((meter, i) => ({
      volume: expected[i]?.value,
      serial_number: Number(meter) || meter,
    }))
    return { body: { meters: body }, expected }
  }
  /** The first time is valid: items without any valid time are no measurements. */
  const times = () => [past(), ...Array.from({ length: below(6) }, () => (chance(0.1) ? wrong() : past()))]
  const isRight = (at: number) => at > Date.UTC(2000) && at <= now
  const dated = (): Part => {
    const samples = times().map((at) => ({ at, value: number() }))
    return {
      body: { samples: samples.map(({ at, value }) => ({ ts: formatTime(at), v: value })) },
      expected: samples.flatMap(({ at, value }) => (isRight(at) ? [{ path: 'samples.v', value, at }] : [])),
    }
  }
  const datedAndIdentified = (): Part => {
    const log = times().map((at) => ({ at, value: number(), address: oneOf(['a', 'b']) }))
    return {
      body: { log: log.map(({ at, value, address }) => ({ address, timestamp: formatTime(at), v: value })) },
      expected: log.flatMap(({ at, value, address }) =>
        isRight(at) ? [{ path: `log[address=${address}].v`, value, at }] : [],
      ),
    }
  }
  const parts = [nested, strange, places, wave, identified, dated, datedAndIdentified] as const

  return (n: number): RandomMessage => {
    const own = chance(0.2) ? wrong() : past()
    const measured = chance(0.4) ? own : null
    const about: Pick<RandomMessage, 'device' | 'measured'> = { device: below(devices), measured }
    const fields = {
      ...(measured !== null && { at: formatTime(measured) }),
      ...(chance(0.6) && { id: `message ${n}` }),
    }
    const kept = (expected: readonly Expected[]) =>
      expected.filter(({ at }) => at !== null || measured === null || isRight(measured))
    if (chance(0.05))
      return {
        ...about,
        sent: { ...fields, body: n },
        expected: kept([{ path: 'value', value: n, at: null }]),
      }
    const found = shuffled(parts)
      .slice(0, below(4))
      .map((part) => part())
    return {
      ...about,
      sent: { ...fields, body: Object.assign({ n }, ...found.map(({ body }) => body)) },
      expected: kept([{ path: 'n', value: n, at: null }, ...found.flatMap(({ expected }) => expected)]),
    }
  }
}
