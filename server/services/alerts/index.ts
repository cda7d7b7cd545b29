export * from './list'
export * from './rules'
export { judgeRound } from './silence'
export * from './trial'
