export { addBrowser, listBrowsers, removeBrowser } from './browsers'
export { type PushKey, readPushKey } from './key'
export { type AlertPush, addPushes, addTestPushes, type PushJob, takePushes } from './queue'
export { type PushDeps, sendPush } from './send'
