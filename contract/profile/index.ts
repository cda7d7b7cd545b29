export * from './authentications'
export * from './profile'
