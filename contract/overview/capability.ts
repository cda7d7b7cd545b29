/** Name in `/config.json` of the calls that return the overview of a space, and what needs attention there. */
export const OVERVIEW_CAPABILITY = 'overview'
