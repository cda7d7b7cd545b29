/** Name of the calls that tell how values went over time. */
export const SERIES_CAPABILITY = 'series'
