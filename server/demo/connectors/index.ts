export { type DemoConnector, ORCHARD_CONNECTORS } from './definitions'
export { insertConnector } from './insert'
export { createReceiver, RECEIVER_HOST } from './receiver'
