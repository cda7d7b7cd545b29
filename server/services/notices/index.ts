export { readNoticeSettings, readToldOf, type Told, updateNoticeSettings } from './settings'
