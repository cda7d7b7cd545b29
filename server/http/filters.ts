import { z } from 'zod'
import { endpoints } from '#contract'
import { countSchema, type Endpoint } from '#contract/common'
import { ApiError } from '../errors'
import { shownName } from '../text'

/** Whether a call is about more rows the fewer parameters it knows. */
export const isOfMany = ({ method, answer }: Endpoint) =>
  method === 'get' ? answer instanceof z.ZodArray || answer === countSchema : answer === countSchema

/** Parameters of lists that select no rows. */
const NOT_FILTERS = new Set([
  'limit',
  'offset',
  'cursor',
  'sort_by',
  'series_path',
  'order_by',
  'language',
  'at_most',
  'tag_filter_logic',
  'grouped',
  'width',
])

const filtersOf = ({ query, body }: Endpoint) =>
  [query, body]
    .flatMap((part) => (part instanceof z.ZodObject ? Object.keys(part.shape) : []))
    .filter((name) => !NOT_FILTERS.has(name))

/** The same name for `serial_number`, `serialNumber` and `serialnumbers`. */
const folded = (name: string) =>
  name
    .replace(/\[[^]*/, '')
    .replaceAll(/[^a-z]/gi, '')
    .toLowerCase()
    .replace(/s$/, '')

/** The filters of all lists of the API, and other servers' names for a search. */
const FILTERS: ReadonlySet<string> = new Set(
  [...endpoints.filter(isOfMany).flatMap(filtersOf), 'q', 'search'].map(folded),
)

/**
 * Refuses an unknown filter in a call about many records: without it the call would be about more of them than its caller meant. Any other
 * unknown parameter is not a filter: `page`, `_`, `expand`.
 * @throws ApiError 400
 */
export function checkFilter(endpoint: Endpoint, key: string): void {
  if (!isOfMany(endpoint)) return
  if (endpoint.method === 'get' && !FILTERS.has(folded(key))) return
  const known = filtersOf(endpoint)
  const where = endpoint.query ? '' : ' in its body'
  throw new ApiError(
    400,
    `${shownName(key)} is no filter of this call; it ${known.length > 0 ? `takes ${known.join(', ')}${where}` : 'has none'}`,
  )
}
