export { type Filled, fillReplay, findReplays, type ReplayKey } from './fill'
export { changeReplay, listReplays, readReplay, stopForgottenReplays } from './replay'
export { startReplay } from './start'
