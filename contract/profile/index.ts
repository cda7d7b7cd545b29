export * from './authentications'
export * from './errors'
export * from './profile'
