export { addBrowser, listBrowsers, removeBrowser } from './browsers'
export { type PushKey, readPushKey } from './key'
export { addPushes } from './queue'
export { type PushDeps, sendPushes } from './send'
