/** Name in `/config.json` of rules and their alerts. */
export const ALERTS_CAPABILITY = 'alerts'
