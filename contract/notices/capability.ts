/** Name in `/config.json` of how people are told of alerts, and of what they have not seen yet. */
export const NOTICES_CAPABILITY = 'notices'
