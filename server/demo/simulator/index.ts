export { newborn, receive, wake, wakesAt } from './device'
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
