/** What is known of the pages of a list. */
export interface Paging {
  /** Counted from 1. */
  page: number
  perPage: number
  /** Number of all rows; undefined while unknown. */
  total: number | undefined
  hasNextPage: boolean
  /** Rows on this page. */
  rows: number
}

/** Number of pages, at least 1; undefined while the total is unknown. */
export const pageCount = ({ total, perPage }: Pick<Paging, 'total' | 'perPage'>): number | undefined =>
  total === undefined ? undefined : Math.max(1, Math.ceil(total / perPage))

/** The page that a typed text leads to: clamped to 1..page count; the current one for what is no number. Spec 1, section 5. */
export function clampPage(typed: string, paging: Paging): number {
  const wanted = Number.parseInt(typed, 10)
  if (Number.isNaN(wanted)) return paging.page
  const last = pageCount(paging) ?? paging.page + (paging.hasNextPage ? 1 : 0)
  return Math.min(Math.max(wanted, 1), last)
}

/** First and last row on the page, counted from 1; 0 and 0 when it has none. */
export function rangeOf({ page, perPage, rows }: Paging): { from: number; to: number } {
  const from = (page - 1) * perPage
  return rows === 0 ? { from: 0, to: 0 } : { from: from + 1, to: from + rows }
}

/** Where to go from a page past the end, which rows that were deleted leave behind; null when the page is fine. */
export function pageInstead({ page, rows, ...paging }: Paging): number | null {
  const count = pageCount(paging)
  if (count !== undefined && page > count) return count
  if (page === 1 || rows > 0) return null
  // The total is unknown, or was counted before the rows went.
  return count === undefined ? 1 : page - 1
}
