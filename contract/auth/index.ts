export * from './credentials'
export * from './endpoints'
export * from './errors'
export * from './passkeys'
