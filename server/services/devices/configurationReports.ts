import { isDeepStrictEqual } from 'node:util'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Pool, PoolClient } from 'pg'
import { ownOf } from '#contract/common'
import { type Difference, orderOf, readConfiguration } from '#contract/configuration'
import {
  isCarriedOut,
  type Known,
  knownConfigurations,
  settled,
  unknownConfiguration,
} from './configurationRow'
import { insertDownlink, takesDownlinks } from './downlinks'

/** A `config` message of a device. */
interface Report {
  deviceId: string
  /** JSON text. */
  body: string
  measuredAt: Date | null
}

/** An order of settings that a report shows to be carried out. */
export interface CarriedOut {
  spaceId: string
  deviceId: string
  /** Id of the downlink. */
  orderId: string
}

const ADD = {
  name: 'configuration.add',
  text: `
    insert into device_configuration (space_id, device_id) select $1, d from unnest($2::uuid[]) d on conflict do nothing`,
}

/** Settings that have not changed are null, so that they are not written again. */
const STORE = {
  name: 'configuration.store',
  text: `
    update device_configuration c
    set state = i.state, differences = i.differences, since = i.since, reported_at = i."reportedAt", order_id = i."orderId",
      order_at = i."orderAt", is_new_hardware = i."isNewHardware", form = i.form, is_partial = i."isPartial",
      reported = coalesce(i.reported, c.reported)
    from json_to_recordset($2::json) as i (
      "deviceId" uuid, state text, differences int, since timestamptz, "reportedAt" timestamptz, "orderId" uuid, "orderAt" timestamptz,
      "isNewHardware" boolean, form text, "isPartial" boolean, reported jsonb
    )
    where c.space_id = $1 and c.device_id = i."deviceId"`,
}

/** A configuration after a report; null if the message is no report, or is older than the one that is known. */
function afterReport(known: Known, { body, measuredAt }: Report, at: Date): Known | null {
  const read = readConfiguration(JSON.parse(body))
  if (!read) return null
  const reportedAt = measuredAt && measuredAt < at ? measuredAt : at
  if (known.reportedAt && reportedAt < known.reportedAt) return null
  const { form, isPartial } = read
  const reported = isDeepStrictEqual(read.settings, known.reported) ? known.reported : read.settings
  return { ...known, reported, reportedAt, form, isPartial }
}

/** Whether the last order sets all of this. */
function covers({ orderBody }: Known, differences: readonly Difference[]): boolean {
  const ordered = orderBody === null ? null : readConfiguration(JSON.parse(orderBody))
  return ordered !== null && differences.every(({ name, wished }) => ownOf(ordered.settings, name) === wished)
}

/**
 * Orders what the settings of new hardware differ in, if no earlier order is on its way.
 * @returns the configuration with the order
 */
async function orderAgain(
  client: PoolClient | Pool,
  spaceId: string,
  known: Known,
  differences: readonly Difference[],
  at: Date,
): Promise<Known> {
  if (differences.length === 0) return { ...known, isNewHardware: false }
  const tx = drizzle(client)
  const { deviceId, form } = known
  const isOnItsWay = known.orderState === 'pending' || known.orderStateAt?.getTime() === at.getTime()
  if ((isOnItsWay && covers(known, differences)) || !(await takesDownlinks(tx, spaceId, deviceId)))
    return { ...known, isNewHardware: false }
  const downlink = {
    spaceId,
    deviceId,
    type: 'config',
    body: JSON.stringify(orderOf(differences, form)),
    replaces: known.orderState === null ? null : known.orderId,
  } as const
  const orderId = await insertDownlink(tx, downlink, { at, userId: null })
  const sent = { orderState: 'pending', orderStateAt: at, orderHandedAt: null, orderOutcome: null } as const
  return { ...known, isNewHardware: false, orderId, orderAt: at, ...sent, orderExpiresAt: null }
}

/**
 * Stores the settings that devices of a space report with `config` messages, in the transaction of these. A message without settings, or an
 * older one, changes nothing.
 * @param reports in the order in which they came; their devices are locked
 * @returns the orders of settings that the devices have carried out
 */
export async function applyConfigurationReports(
  client: PoolClient | Pool,
  spaceId: string,
  reports: readonly Report[],
  at: Date,
): Promise<CarriedOut[]> {
  const deviceIds = [...new Set(reports.map(({ deviceId }) => deviceId))]
  const before = await knownConfigurations(client, spaceId, deviceIds)
  const after = new Map<string, Known>()
  for (const report of reports) {
    const { deviceId } = report
    const known = after.get(deviceId) ?? before.get(deviceId) ?? unknownConfiguration(deviceId)
    const next = afterReport(known, report, at)
    if (next) after.set(deviceId, next)
  }
  if (after.size === 0) return []

  const carriedOut: CarriedOut[] = []
  const stored: object[] = []
  for (const [deviceId, reported] of after) {
    if (reported.orderId !== null && reported.state === 'waiting' && isCarriedOut(reported))
      carriedOut.push({ spaceId, deviceId, orderId: reported.orderId })
    const { differences } = settled(reported, at)
    const known = reported.isNewHardware
      ? await orderAgain(client, spaceId, reported, differences, at)
      : reported
    const { wished: _wished, ...row } = settled(known, at).row
    stored.push({ ...row, reported: row.reported === before.get(deviceId)?.reported ? null : row.reported })
  }
  const added = [...after.keys()].filter((deviceId) => !before.has(deviceId))
  if (added.length > 0) await client.query({ ...ADD, values: [spaceId, added] })
  await client.query({ ...STORE, values: [spaceId, JSON.stringify(stored)] })
  return carriedOut
}
