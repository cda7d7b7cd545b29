import type { Session } from '#contract/devices'

/** Key whose value is hidden until it is asked for. Spec 2, section 3. */
const SECRET = 'ble_passkey'

/** Which keys of a session are shown, and where. Spec 2, section 3. */
const GROUPS = [
  { id: 'device', has: (key: string) => ['vendor_name', 'product_name', SECRET].includes(key) },
  { id: 'application', has: (key: string) => key.startsWith('app') },
  { id: 'hardware', has: (key: string) => key.startsWith('hw') },
  { id: 'lte', has: (key: string) => key.startsWith('lte') },
] as const

/** One value that a device said of itself, as text. */
export interface SessionValue {
  key: string
  value: string
  secret: boolean
}

export interface SessionGroup {
  id: (typeof GROUPS)[number]['id']
  values: SessionValue[]
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** The values of a session that are shown, by group and key; groups without any are left out. */
export function groupSession(up: Session['up']): SessionGroup[] {
  return GROUPS.map(({ id, has }) => ({
    id,
    values: Object.entries(up)
      .filter(([key]) => has(key))
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([key, value]) => ({ key, value: textOf(value), secret: key === SECRET })),
  })).filter(({ values }) => values.length > 0)
}
