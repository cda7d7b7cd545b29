/** Rows per page. Rules, "Tables". */
export const PAGE_SIZES = [2, 10, 20, 50, 100, 200, 500] as const
export const DEFAULT_PAGE_SIZE = 10

/** The position of a list in its pages. */
export interface Paging {
  /** Counted from 1. */
  page: number
  perPage: number
  /** Number of all rows; undefined while unknown. */
  total: number | undefined
  /** Minimum number of rows, if not all were counted. */
  atLeast?: number | undefined
  hasNextPage: boolean
  /** Number of rows on this page. */
  rows: number
}

/** Number of pages, at least 1; undefined while the total is unknown. */
export const pageCount = ({ total, perPage }: Pick<Paging, 'total' | 'perPage'>): number | undefined =>
  total === undefined ? undefined : Math.max(1, Math.ceil(total / perPage))

/** The page for a typed number, between 1 and the last page; for any other text, the current page. Rules, "Tables". */
export function clampPage(typed: string, paging: Paging): number {
  const wanted = Number.parseInt(typed, 10)
  if (Number.isNaN(wanted)) return paging.page
  const { page, perPage, atLeast = 0, hasNextPage } = paging
  const last = pageCount(paging) ?? Math.max(page + (hasNextPage ? 1 : 0), Math.floor(atLeast / perPage))
  return Math.min(Math.max(wanted, 1), last)
}

/** First and last row on the page, counted from 1; both 0 on an empty page. */
export function rangeOf({ page, perPage, rows }: Paging): { from: number; to: number } {
  const from = (page - 1) * perPage
  return rows === 0 ? { from: 0, to: 0 } : { from: from + 1, to: from + rows }
}

/** The page to show instead of one past the end, for example after deletions; null if the page exists. */
export function pageInstead({ page, rows, ...paging }: Paging): number | null {
  const count = pageCount(paging)
  if (count !== undefined && page > count) return count
  if (page === 1 || rows > 0) return null
  // The total is unknown, or was counted before rows were deleted.
  return count === undefined ? 1 : page - 1
}
