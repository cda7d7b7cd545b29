import { ALERTS_CAPABILITY } from '#contract/alerts/capability'
import type { Device } from '#contract/devices'
import type { Series } from '#contract/series'
import { useCapability } from '../../config'
import { usePermission } from '../../dataProvider/account'
import { useAddresses } from '../../dataProvider/SpaceProvider'

const PREFIX = 'value?'

/** A value of a device that an alert rule is suggested for. */
export interface AlertedValue extends Pick<Series, 'path' | 'label'> {
  /** A yes or no has no limit to choose: it is above 0. */
  isBoolean?: boolean
  device: Pick<Device, 'id' | 'name'>
}

/** The suggestion of a rule about a value, as the address of the form has it. */
const suggestionOf = ({ path, label, isBoolean = false, device }: AlertedValue): string =>
  PREFIX +
  String(
    new URLSearchParams([
      ['path', path],
      ['name', `${label}, ${device.name}`],
      ['device', device.id],
      ...(isBoolean ? [['limit', '0']] : []),
    ]),
  )

/** The parts of a suggestion of a rule about a value; null of any other. */
export function readAlertedValue(suggestion: string) {
  if (!suggestion.startsWith(PREFIX)) return null
  const given = new URLSearchParams(suggestion.slice(PREFIX.length))
  const [path, deviceId] = [given.get('path'), given.get('device')]
  if (!path || !deviceId) return null
  return { path, deviceId, name: given.get('name') ?? '', limit: given.get('limit') === '0' ? 0 : null }
}

/** The address of the form of a rule about a value of a device; null for people who may not create rules. */
export function useAlertMe(): ((value: AlertedValue) => string) | null {
  const { list } = useAddresses()
  const may = usePermission('space:alertRule:create')
  const isOffered = useCapability(ALERTS_CAPABILITY)
  if (!may || !isOffered) return null
  return (value) => list('alert-rules', { create: true, suggestion: suggestionOf(value) })
}
