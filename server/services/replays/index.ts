export { type Filled, fillReplay, findReplays, type ReplayKey } from './fill'
export { changeReplay, listReplays, readReplay, startReplay, stopForgottenReplays } from './replay'
