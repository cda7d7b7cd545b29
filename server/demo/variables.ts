import { createHash } from 'node:crypto'
import { SUGGESTED_ENVIRONMENT } from '#contract/variables'
import type { Queryable } from '../db/database'
import { variable } from '../db/schema'
import { newId } from '../services/common/ids'
import type { DemoPlace, Ids } from './place'

/** A variable of the demo, before it is stored. */
export interface DemoVariable {
  /** Name of its device; null for a variable of the whole space. */
  device: string | null
  name: string
  value: string
  environment: string
  comment: string | null
  locked?: boolean
}

/** Key that looks random, and is the same in every demo. */
const keyOf = (address: string) =>
  createHash('sha256').update(`demo ${address}`).digest('hex').slice(0, 32).toUpperCase()

const meter = (device: string | null, address: string, comment: string | null = null): DemoVariable => ({
  device,
  name: address,
  value: keyOf(address),
  environment: SUGGESTED_ENVIRONMENT,
  comment,
})

/** Keys of the water meters around the devices of city-water. */
export const WATER_VARIABLES: DemoVariable[] = [
  meter('valve-shaft-01', '51370418', 'Bakery, cellar'),
  meter('valve-shaft-01', '51370422'),
  meter('valve-shaft-01', '51370437', 'Staircase B'),
  meter('valve-shaft-02', '51370514'),
  meter('valve-shaft-02', '51370529', 'Behind the boiler'),
  meter('valve-shaft-03', '62218803'),
  meter('valve-shaft-03', '62218811'),
  meter('valve-shaft-05', '62219040', 'School, gym'),
  meter('pump-station-01', '20481177', 'Outflow'),
  meter('pump-station-02', '20481193', 'Outflow'),
  meter('reservoir-01', '20481206', 'Inflow of the first chamber'),
  { ...meter(null, '20480001', 'Master key of the older meters'), locked: true },
  {
    device: null,
    name: 'TARIFF_ZONE',
    value: 'city-2026',
    environment: 'billing',
    comment: 'Sent along with every reading',
  },
]

/**
 * Stores the variables of a space.
 * @param devices ids of its devices by name
 * @param at time of the first one (Unix ms); the others follow, a minute apart
 */
export async function insertVariables(
  db: Queryable,
  { spaceId }: DemoPlace,
  devices: Ids,
  variables: readonly DemoVariable[],
  at: number,
): Promise<void> {
  const rows = variables.map(({ device, ...values }, i) => {
    const createdAt = new Date(at + i * 60_000)
    const deviceId = device === null ? null : (devices.get(device) ?? null)
    return { ...values, spaceId, id: newId(createdAt), deviceId, createdAt, updatedAt: createdAt }
  })
  await db.insert(variable).values(rows)
}
