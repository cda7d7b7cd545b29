export { readMoveEffects } from './effects'
export { moveDevice } from './move'
