/** Name in `/config.json` of the calls and fields that operate a connector: overlapping secrets, tests, and more. */
export const OPERATIONS_CAPABILITY = 'connector.operations'
