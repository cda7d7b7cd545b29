export * from './notices'
export { readNoticeSettings, readToldOf, type Told, updateNoticeSettings, waitAnew } from './settings'
