/** Name in `/config.json` of the calls that tell how a space is, and what needs attention there. */
export const OVERVIEW_CAPABILITY = 'overview'
