export { resume } from './resume'
export { tick } from './tick'
