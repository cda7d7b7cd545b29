export { deriveDue, Waits } from './derive'
export { listSeries, readPoints } from './read'
export { changeSettings, readSettings } from './settings'
