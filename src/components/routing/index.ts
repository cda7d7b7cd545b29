export { ConnectorDevices } from './ConnectorDevices'
export { DeviceConnectors } from './DeviceConnectors'
export { MessageConnectors } from './MessageConnectors'
export { useMessageEvents } from './useMessageEvents'
