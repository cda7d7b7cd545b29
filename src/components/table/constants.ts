/** Rows a page can have. Spec 1, section 9. */
export const PAGE_SIZES = [2, 10, 20, 50, 100, 200, 500] as const
export const DEFAULT_PAGE_SIZE = 10

/** Auto-refresh periods in seconds; 0 is off. Spec 1, section 9. */
export const REFRESH_PERIODS = [0, 2, 5, 10, 30, 60, 300] as const

/** Shortest text that filters. Spec 1, section 9. */
export const TEXT_FILTER_MIN_LENGTH = 3

/** Time that a text filter waits for the next key, in milliseconds. */
export const TEXT_FILTER_DELAY = 400

/** Pages with more rows than this keep only the rows near the screen in the document. */
export const WINDOWED_FROM = 50
