export * from './auth'
export * from './errors'
export * from './passkeys'
