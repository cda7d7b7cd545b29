import { useEffect, useState } from 'react'
import type { Device } from '#contract/devices'
import { TEXT_FILTER_DELAY } from '../../../../components/table/address'
import { type DeviceScope, useDevices } from './useDevices'

const DIGITS = /^\d+$/

/** A text once its typing rests; what is cleared is cleared at once. */
function useRested(typed: string): string {
  const [rested, setRested] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed), TEXT_FILTER_DELAY)
    return () => clearTimeout(timer)
  }, [typed])
  return typed && rested
}

/** Each device once, in the order in which they come. */
export const distinct = (devices: readonly Device[]) => [
  ...new Map(devices.map((device) => [device.id, device])).values(),
]

/**
 * Asks the server for the devices with a text in their name, or of digits in their serial number: of a large space not
 * all devices are here. Spec 1, section 9.
 */
export function useDeviceSearch(scope: DeviceScope, typed: string) {
  const wanted = typed.trim()
  const text = useRested(wanted)
  const byName = useDevices(scope, text ? { name: text } : null)
  const bySerial = useDevices(scope, DIGITS.test(text) ? { serial_number: text } : null)
  return {
    found: distinct([...byName.devices, ...bySerial.devices]),
    isSearching: text !== wanted || byName.isLoading || bySerial.isLoading,
    error: text === wanted ? (byName.error ?? bySerial.error) : null,
  }
}
