/** Name in `/config.json` of the calls and fields that operate a connector: pauses, limits, overlapping secrets, and more. */
export const OPERATIONS_CAPABILITY = 'connector.operations'
