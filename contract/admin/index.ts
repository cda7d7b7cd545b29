export * from './devices'
export * from './installation'
export * from './users'
