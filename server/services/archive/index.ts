export { ARCHIVE, archiveHourly, type HourlyOptions } from './hourly'
export { openStore, tryStore } from './open'
export { retireMonths } from './retention'
