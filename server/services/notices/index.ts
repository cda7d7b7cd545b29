export { isNamed, type Named, readNamed } from './named'
export * from './notices'
export { readNoticeSettings, updateNoticeSettings, waitAnew } from './settings'
export { countedIn, type SubjectCounts } from './subjects'
