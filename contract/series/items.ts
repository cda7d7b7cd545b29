/**
 * Keys by which items of a list are distinguished, ignoring case and separators; the best first. Ids of messages are not among them, as
 * they differ each time.
 */
export const IDENTITIES: readonly string[] = [
  'id',
  'uuid',
  'key',
  'serialnumber',
  'serial',
  'address',
  'mac',
  'eui',
  'imei',
  'iccid',
  'name',
  'sn',
  'addr',
  'deveui',
  'devaddr',
  'macaddress',
  'bssid',
  'deviceid',
  'sensorid',
  'meterid',
  'tagid',
  'nodeid',
  'beaconid',
  'gatewayid',
  'gatewayeui',
  'guid',
  'uid',
  'identifier',
  'serialno',
  'meterno',
  'meternumber',
  'unitid',
  'slaveid',
  'rfid',
  'epc',
  'code',
  'channel',
  'port',
]

type Fields = Readonly<Record<string, unknown>>

/** A key without case and separators. */
export const foldedKey = (key: string) => key.replaceAll(/[^a-z\d]/gi, '').toLowerCase()

/** Whether a value can be the identity of an item. */
export const isName = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number'

/**
 * The key that identifies the items of a list: every item has a text or a number of its own under it.
 * @param mayRepeat whether items with the same value are of the same thing
 */
export function identityKeyOf(items: readonly Fields[], { mayRepeat = false } = {}): string | undefined {
  const keys = new Map<string, string>()
  for (const key of Object.keys(items[0] ?? {})) {
    const folded = foldedKey(key)
    if (IDENTITIES.includes(folded) && !keys.has(folded)) keys.set(folded, key)
  }
  return IDENTITIES.flatMap((folded) => keys.get(folded) ?? []).find((key) => {
    const seen = new Set<string>()
    return items.every((item) => {
      const value = Object.hasOwn(item, key) ? item[key] : undefined
      const isNew = mayRepeat || !seen.has(String(value))
      seen.add(String(value))
      return isName(value) && isNew
    })
  })
}
