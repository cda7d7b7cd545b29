import { between, pick, uniform } from './random'
import type { Download, SimulatedDevice } from './types'

/** What a firmware turns out to be once its download begins; the size is in bytes. */
export interface Image {
  bundle: string
  name: string
  version: string
  size: number
}

const NAME_MAX_LENGTH = 40
/** `sense-v2-1-0` names its version. */
const WITH_VERSION = /^(.*?)-?v?(\d{1,4})-(\d{1,4})-(\d{1,4})$/i

/** The firmware behind an id, which may be any. The same id is the same firmware on every device. */
export function imageOf({ productName }: SimulatedDevice, { firmwareId, target }: Download): Image {
  const [, named, major, minor, patch] = WITH_VERSION.exec(firmwareId) ?? []
  const name = (named || 'sense').toLowerCase().slice(0, NAME_MAX_LENGTH)
  const digit = (what: string) => Math.floor(uniform(firmwareId, what) * 10)
  const version = major ? `v${major}.${minor}.${patch}` : `v1.${6 + digit('minor')}.${digit('patch')}`
  return {
    bundle: `${productName}.${target.slice(0, NAME_MAX_LENGTH)}.${name}`,
    name,
    version,
    size: Math.round(between(280_000, 460_000, firmwareId, 'size')),
  }
}

/** Of so many downloads one fails. */
const FAILS = 1 / 8

/** What goes wrong, and in which state of the download. */
interface Failure {
  in: Download['state']
  reason: string
}

const FAILURES: readonly [Failure, ...Failure[]] = [
  { in: 'ordered', reason: 'not enough space' },
  { in: 'downloading', reason: 'connection lost' },
  { in: 'swapping', reason: 'image signature invalid' },
]

/** What will go wrong with a download; null when nothing will. Another attempt may have another fate. */
export function failureOf(
  { serialNumber }: SimulatedDevice,
  { firmwareId, attempt }: Pick<Download, 'firmwareId' | 'attempt'>,
): Failure | null {
  if (uniform(serialNumber, 'fails', firmwareId, attempt) >= FAILS) return null
  return pick(FAILURES, serialNumber, 'failure', firmwareId, attempt)
}
