import { digits, pick, uniform } from './random'
import type { Installed, SimulatedDevice } from './types'

/** A number with its Luhn check digit, as in an IMEI or ICCID. */
export function withCheckDigit(number: string): string {
  const fromTheEnd = Array.from(number).toReversed()
  const sum = fromTheEnd.reduce((total, digit, i) => {
    const weighted = Number(digit) * (i % 2 === 0 ? 2 : 1)
    return total + (weighted > 9 ? weighted - 9 : weighted)
  }, 0)
  return number + String((10 - (sum % 10)) % 10)
}

/** Country code 999 is reserved for private networks, so these numbers belong to nobody. */
const NETWORK = '99940'

/** Identity of a device: hardware, application, modem and SIM. */
export function identity(
  { serialNumber, vendorName, productName }: SimulatedDevice,
  firmware: Installed | null,
) {
  return {
    vendor_name: vendorName,
    product_name: productName,
    hw_variant: pick(['std', 'ext', 'pro'], serialNumber, 'variant'),
    hw_revision: pick(['R1.2', 'R1.3', 'R2.0'], serialNumber, 'revision'),
    app_fw_bundle: `${productName}.app.sense`,
    app_fw_name: 'sense',
    app_fw_version: pick(['v1.4.0', 'v1.4.2', 'v1.5.0'], serialNumber, 'firmware'),
    ...firmware,
    lte_fw_version: 'mfw_2.0.1',
    lte_imei: withCheckDigit(`99${digits(12, serialNumber, 'imei')}`),
    lte_imsi: `${NETWORK}${digits(10, serialNumber, 'imsi')}`,
    lte_iccid: withCheckDigit(`8999${digits(14, serialNumber, 'iccid')}`),
    ble_passkey: String(Math.floor(uniform(serialNumber, 'passkey') * 1e6)).padStart(6, '0'),
    plmn: Number(NETWORK),
  }
}
