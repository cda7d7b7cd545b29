export { deriveDue, Waits } from './derive'
export { listSeries, readPoints } from './read'
