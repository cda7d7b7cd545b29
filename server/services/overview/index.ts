export * from './attention'
export * from './hours'
export * from './overview'
