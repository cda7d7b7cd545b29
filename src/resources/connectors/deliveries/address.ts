import { z } from 'zod'
import { parseTime } from '#contract/common'
import { HOUR, SECOND } from '#contract/common/durations'
import { toIsoTime } from '../../../dataProvider/ranges'

const timeOf = (text: string | null) => (text === null ? Number.NaN : parseTime(text))

/**
 * Converts a query with `after`, `before` and `outcome` of an attempt to a filter of the table; times are rounded
 * outwards to full seconds. Null if the query has neither time.
 */
export function tableSearchOf(search: string): string | null {
  const query = new URLSearchParams(search)
  if (!query.has('after') && !query.has('before')) return null
  const [after, before] = [timeOf(query.get('after')), timeOf(query.get('before'))]
  const attempted_at = {
    ...(!Number.isNaN(after) && { start: toIsoTime(after) }),
    ...(!Number.isNaN(before) && { end: toIsoTime(Math.ceil(before / SECOND) * SECOND) }),
  }
  const outcome = query.getAll('outcome')
  for (const name of ['after', 'before', 'outcome']) query.delete(name)
  query.set('filter', JSON.stringify({ attempted_at, ...(outcome.length > 0 && { outcome }) }))
  return `?${query}`
}

const hourSchema = z
  .object({ start: z.iso.datetime(), end: z.iso.datetime() })
  .transform(({ start, end }) => ({ start: Date.parse(start), end: Date.parse(end) }))
  .refine(({ start, end }) => start % HOUR === 0 && end - start === HOUR)

/** The hour of a table's filter, in ms since 1970; null if its range is not a whole hour. */
export const hourOf = (range: unknown): { start: number; end: number } | null =>
  hourSchema.safeParse(range).data ?? null
