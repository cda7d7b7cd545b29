export * from './connector'
export * from './deliveries'
export * from './secret'
export * from './statistics'
