export * from './list'
export * from './rules'
export { judgeRound, noteNoPause } from './silence'
export * from './trial'
