export * from './devices'
export * from './installation'
export * from './spaces'
export * from './users'
