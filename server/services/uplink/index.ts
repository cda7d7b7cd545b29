export * from './batch'
export { receiveUplink, storeUplink } from './single'
