import type { InstallationResource } from '#contract/admin'
import { DAY } from '#contract/common/durations'

/** Days between the first and the last sample that growth needs. */
const DAYS_MIN = 3
/** A resource that would be full later than this is not mentioned. */
const HORIZON = 3653 * DAY

/** A size at a time (Unix ms). */
export interface Sample {
  time: number
  size: number
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Growth of samples in a day, by the line that fits them best (least squares); null if they cover less than three days. */
export function growthOf(samples: readonly Sample[]): number | null {
  const [first] = samples
  const last = samples.at(-1)
  if (!first || !last || last.time - first.time < DAYS_MIN * DAY) return null
  const days = samples.map(({ time }) => (time - first.time) / DAY)
  const [day, size] = [mean(days), mean(samples.map((sample) => sample.size))]
  const products = samples.map((sample, i) => ((days[i] ?? 0) - day) * (sample.size - size))
  return mean(products) / mean(days.map((each) => (each - day) ** 2))
}

/** When a steadily growing resource is full; null if it does not grow, or only in more than ten years. */
export function fullAt(
  { used, limit, growth }: Pick<InstallationResource, 'used' | 'limit' | 'growth'>,
  now: Date,
): string | null {
  if (growth === null || growth <= 0) return null
  const left = (Math.max(0, limit - used) / growth) * DAY
  return left > HORIZON ? null : new Date(now.getTime() + left).toISOString()
}

/** Share of a disk from which on it counts as full. */
const ALMOST = 0.95

/** The fault of a disk, in a sentence; null while there is space. */
export const diskFault = ({ used, limit }: Pick<InstallationResource, 'used' | 'limit'>): string | null =>
  used < limit * ALMOST ? null : `the disk is ${Math.floor((used / limit) * 100)} % full`

/** The first to be full comes first; then the most used. */
export const byUrgency = (a: InstallationResource, b: InstallationResource): number =>
  (a.full_at ?? '9').localeCompare(b.full_at ?? '9') || b.used / b.limit - a.used / a.limit
