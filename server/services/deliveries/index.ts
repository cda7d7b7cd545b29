export { enqueueDeliveries, type Stored } from './enqueue'
export { type DeliveryKey, openQueue, type Queue } from './queue'
export { isDelivery, retryDeliveries } from './retry'
