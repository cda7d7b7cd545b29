import type { SimulatedDevice } from './types'

type Key = string | number

const stir = (hash: number, value: number) => Math.imul(hash ^ value, 0x01000193)

/** FNV-1a over characters and numbers, with murmur's finish, which spreads similar keys evenly over 32 bits. */
function hash(seed: string, keys: Key[]): number {
  let h = 0x811c9dc5
  for (let i = 0; i < seed.length; i++) h = stir(h, seed.charCodeAt(i))
  for (const key of keys) {
    h = stir(h, 0x2f)
    if (typeof key === 'number') h = stir(stir(stir(h, key), key >>> 16), Math.floor(key / 2 ** 32))
    else for (let i = 0; i < key.length; i++) h = stir(h, key.charCodeAt(i))
  }
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

/** A number in [0, 1) that depends only on the seed and the keys. */
export const uniform = (seed: string, ...keys: Key[]): number => hash(seed, keys) / 2 ** 32

/** A number in [from, to). */
export const between = (from: number, to: number, seed: string, ...keys: Key[]): number =>
  from + (to - from) * uniform(seed, ...keys)

/** One of the items. */
export function pick<Item>(items: readonly [Item, ...Item[]], seed: string, ...keys: Key[]): Item {
  return items[Math.floor(uniform(seed, ...keys) * items.length)] ?? items[0]
}

/** `count` digits. */
export const digits = (count: number, seed: string, ...keys: Key[]): string =>
  Array.from({ length: count }, (_, i) => Math.floor(uniform(seed, ...keys, i) * 10)).join('')

/** A curve in [-1, 1] without jumps, with about one bend per `period` (ms). */
export function drift(period: number, time: number, seed: string, ...keys: Key[]): number {
  const position = time / period + uniform(seed, ...keys)
  const step = Math.floor(position)
  const from = uniform(seed, ...keys, step)
  const to = uniform(seed, ...keys, step + 1)
  const ease = (1 - Math.cos(Math.PI * (position - step))) / 2
  return 2 * (from + (to - from) * ease) - 1
}

/** Rounded to `places` decimals. */
export const round = (value: number, places: number): number =>
  Math.round(value * 10 ** places) / 10 ** places

export const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value))

/** A delay in milliseconds between two lengths (s); it depends on the device and the time. */
export const delay = (
  { serialNumber, speed }: SimulatedDevice,
  from: number,
  to: number,
  what: string,
  now: number,
): number => Math.round((1000 * between(from, to, serialNumber, what, now)) / speed)
