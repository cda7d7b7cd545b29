/** Name in `/config.json` of rules and their alerts. */
export const ALERTS_CAPABILITY = 'alerts'
/** Name in `/config.json` of later kinds of rules: see `LATER_KINDS`. */
export const ALERT_KINDS_CAPABILITY = 'alertKinds'
/** Name in `/config.json` of test notifications. */
export const ALERT_TESTS_CAPABILITY = 'alertTests'

/** Name in `/config.json` of rules about connectors, with their alerts, scopes and mutes. */
export const CONNECTOR_ALERTS_CAPABILITY = 'connectorAlerts'

/** Name in `/config.json` of rules about how long deliveries wait. */
export const CONNECTOR_BEHIND_CAPABILITY = 'connectorBehind'

/** Name in `/config.json` of notes on alerts: the field, and the call that adds one. */
export const ALERT_NOTES_CAPABILITY = 'alertNotes'

/** Name in `/config.json` of alerts that are assigned to other people: the field, its filter, and `assign_to` of an acknowledgement. */
export const ALERT_ASSIGNMENT_CAPABILITY = 'alertAssignment'

/** Name in `/config.json` of times in which no alerts open. */
export const MUTES_CAPABILITY = 'mutes'

/** Name in `/config.json` of mutes that repeat every week. */
export const WEEKLY_MUTES_CAPABILITY = 'weeklyMutes'
