/** Name in `/config.json` of rules and their alerts. */
export const ALERTS_CAPABILITY = 'alerts'
/** The same of the kinds of rules that came later: see `LATER_KINDS`. */
export const ALERT_KINDS_CAPABILITY = 'alertKinds'
/** The same of tests that send what an alert would. */
export const ALERT_TESTS_CAPABILITY = 'alertTests'

/** Name in `/config.json` of rules about connectors, with their alerts, scopes and mutes. */
export const CONNECTOR_ALERTS_CAPABILITY = 'connectorAlerts'

/** The same of rules about how long deliveries wait. */
export const CONNECTOR_BEHIND_CAPABILITY = 'connectorBehind'

/** The same of notes on alerts: those that an alert has, and the call that adds one. */
export const ALERT_NOTES_CAPABILITY = 'alertNotes'

/** Name in `/config.json` of times in which no alerts open. */
export const MUTES_CAPABILITY = 'mutes'
