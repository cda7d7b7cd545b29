export { derive, dueDevices } from './derive'
export { listSeries, readPoints } from './read'
