import type { z } from 'zod'
import { deviceEntity, serialNumberSchema } from './device'

/** Default name of a scanned device: this prefix and its serial number. Rules, "Device scan". */
const SCANNED_NAME_PREFIX = 'chester-'

/** Serial number and claim token of hardware: the content of its QR code, and enough to claim it. Never logged, never in a URL of ours. */
export const deviceClaimSchema = deviceEntity.create.pick({ serial_number: true, token: true })
export type DeviceClaim = z.infer<typeof deviceClaimSchema>

/** Path of a link to any host, without query and fragment. */
const LINK_PATH = /^https?:\/\/[^\s/?#]+(\/[^\s?#]*)(?:[?#]\S*)?$/i

/**
 * Serial number and claim token in a device's link, whose path ends `…/<serial number>/<claim token>`; null if the text is something else.
 * Rules, "Device scan".
 */
export function parseDeviceLink(text: string): DeviceClaim | null {
  const path = LINK_PATH.exec(text.trim())?.[1] ?? ''
  const [token, serial_number] = path.replace(/\/$/, '').split('/').toReversed()
  return deviceClaimSchema.safeParse({ serial_number, token }).data ?? null
}

/** The name to suggest for a scanned device. */
export const scannedName = (serialNumber: string) => SCANNED_NAME_PREFIX + serialNumber

/** Whether a name is the default name of a scanned device. */
export const isScannedName = (name: string): boolean =>
  name.startsWith(SCANNED_NAME_PREFIX) &&
  serialNumberSchema.safeParse(name.slice(SCANNED_NAME_PREFIX.length)).success
