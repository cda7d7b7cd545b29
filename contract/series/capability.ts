/** Name in `/config.json` of the calls that return histories of values. */
export const SERIES_CAPABILITY = 'series'
/** Longest path of a series, in characters. */
export const PATH_MAX_LENGTH = 300
