/** Name in `/config.json` of shifts, of the shifts that rules notify, and of escalations. */
export const SHIFTS_CAPABILITY = 'shifts'
