export { newborn, receive, wake, wakesAt } from './device'
export { surroundingsOf } from './identity'
export {
  type DeviceState,
  deviceStateSchema,
  type Outgoing,
  type Received,
  type SimulatedDevice,
  SURROUNDINGS,
  type Surroundings,
  surroundingsSchema,
} from './types'
