import { z } from 'zod'
import { toIsoTime } from '../../../components/table/dates/ranges'

const SECOND = 1000
const HOUR = 3600 * SECOND

const timeOf = (text: string | null) => (text === null ? Number.NaN : Date.parse(text))

/**
 * The query of an address that gives the time of an attempt as `after` and `before`, as the table keeps it: to the second,
 * rounded outwards. Null when it gives neither.
 */
export function tableSearchOf(search: string): string | null {
  const query = new URLSearchParams(search)
  if (!query.has('after') && !query.has('before')) return null
  const [after, before] = [timeOf(query.get('after')), timeOf(query.get('before'))]
  const attempted_at = {
    ...(!Number.isNaN(after) && { start: toIsoTime(new Date(after)) }),
    ...(!Number.isNaN(before) && { end: toIsoTime(new Date(Math.ceil(before / SECOND) * SECOND)) }),
  }
  query.delete('after')
  query.delete('before')
  query.set('filter', JSON.stringify({ attempted_at }))
  return `?${query}`
}

const hourSchema = z
  .object({ start: z.iso.datetime(), end: z.iso.datetime() })
  .transform(({ start, end }) => ({ start: Date.parse(start), end: Date.parse(end) }))
  .refine(({ start, end }) => start % HOUR === 0 && end - start === HOUR)

/** The hour that a table filters by, in ms since 1970; null when its range is no whole hour. */
export const hourOf = (range: unknown): { start: number; end: number } | null =>
  hourSchema.safeParse(range).data ?? null
