/** Name in `/config.json` of changes of many devices in stages. */
export const ROLLOUTS_CAPABILITY = 'rollouts'
