/** Name of the calls that tell how values went over time. */
export const SERIES_CAPABILITY = 'series'
/** Longest path of a series, in characters. */
export const PATH_MAX_LENGTH = 300
