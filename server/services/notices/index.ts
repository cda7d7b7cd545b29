export * from './notices'
export { readNoticeSettings, readToldOf, type Told, updateNoticeSettings } from './settings'
