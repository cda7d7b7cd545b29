/** Name in `/config.json` of how people are notified of alerts, and of what they have not seen yet. */
export const NOTICES_CAPABILITY = 'notices'
