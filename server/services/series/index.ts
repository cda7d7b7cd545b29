export { deriveDue, ROUND } from './derive'
export { listSeries, readPoints } from './read'
