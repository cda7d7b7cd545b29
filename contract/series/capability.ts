/** Name in `/config.json` of the calls that return histories of values. */
export const SERIES_CAPABILITY = 'series'
