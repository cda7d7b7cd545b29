import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Pool, PoolClient } from 'pg'
import { type Difference, differencesOf, readConfiguration, type Settings } from '#contract/configuration'
import { configurationState } from '#contract/devices'
import type { Message } from '#contract/messages'
import type { Queryable } from '../../db/database'
import { deviceConfiguration, message } from '../../db/schema'
import type { OneDevice } from './lockDevice'
import { lockSettingsOrders } from './settingsOrders'

type Row = typeof deviceConfiguration.$inferSelect

/** The configuration of a device with what became of the last order of settings. */
export interface Known extends Omit<Row, 'spaceId'> {
  orderState: Message['down_state']
  /** When the order was handed over or cancelled. */
  orderStateAt: Date | null
  /** When it was handed over for the first time. */
  orderHandedAt: Date | null
  orderOutcome: Message['down_outcome']
  /** Until when it may be handed over. */
  orderExpiresAt: Date | null
  /** JSON text of the order, as long as it is of interest. */
  orderBody: string | null
}

/** The configuration of a device without a row. */
export const unknownConfiguration = (deviceId: string): Known => ({
  deviceId,
  state: 'none',
  differences: 0,
  since: null,
  reportedAt: null,
  orderId: null,
  orderAt: null,
  isNewHardware: false,
  form: null,
  isPartial: false,
  wishedAt: null,
  wishedBy: null,
  version: 1,
  wished: {},
  reported: {},
  orderState: null,
  orderStateAt: null,
  orderHandedAt: null,
  orderOutcome: null,
  orderExpiresAt: null,
  orderBody: null,
})

/** SQL of the time at which an order `message` was first handed over: its event is one of those that are kept. */
const HANDED_AT = `(
  select min(e.created_at) from message_event e
  where e.space_id = message.space_id and e.message_created_at = message.created_at and e.message_id = message.id
    and e.type = 'downlink.sent')`

const KNOWN = {
  name: 'configuration.known',
  text: `
    select c.device_id as "deviceId", c.state, c.differences, c.since, c.reported_at as "reportedAt", c.order_id as "orderId",
      c.order_at as "orderAt", c.is_new_hardware as "isNewHardware", c.form, c.is_partial as "isPartial", c.wished_at as "wishedAt",
      c.wished_by as "wishedBy", c.version, c.wished, c.reported, message.down_state as "orderState", message.down_state_at as "orderStateAt",
      message.down_outcome as "orderOutcome", message.expires_at as "orderExpiresAt", ${HANDED_AT} as "orderHandedAt",
      case when c.state = 'waiting' or message.down_state = 'pending' then message.body end as "orderBody"
    from device_configuration c
      left join message on message.space_id = $1 and message.created_at = c.order_at and message.id = c.order_id
    where c.space_id = $1 and c.device_id in (select unnest($2::uuid[]))`,
}

/** The configurations of some devices of a space, which the transaction has locked with their last orders. Some have no row. */
export async function knownConfigurations(
  client: Pool | PoolClient,
  spaceId: string,
  deviceIds: readonly string[],
): Promise<Map<string, Known>> {
  const { rows } = await client.query<Known>({ ...KNOWN, values: [spaceId, deviceIds] })
  return new Map(rows.map((row) => [row.deviceId, row]))
}

/** The configuration of a device, which the transaction has locked; its last order is locked as well. */
export async function lockedConfiguration(tx: Queryable, { spaceId, deviceId }: OneDevice): Promise<Known> {
  await lockSettingsOrders(tx, spaceId, [deviceId])
  const [row] = await tx
    .select({
      ...getTableColumns(deviceConfiguration),
      orderState: message.downState,
      orderStateAt: message.downStateAt,
      orderHandedAt: sql<Date | null>`${sql.raw(HANDED_AT)}`.mapWith(message.createdAt),
      orderOutcome: message.downOutcome,
      orderExpiresAt: message.expiresAt,
      orderBody: message.body,
    })
    .from(deviceConfiguration)
    .leftJoin(
      message,
      and(
        eq(message.spaceId, spaceId),
        eq(message.createdAt, deviceConfiguration.orderAt),
        eq(message.id, deviceConfiguration.orderId),
      ),
    )
    .where(isConfigurationOf({ spaceId, deviceId }))
  return row ?? unknownConfiguration(deviceId)
}

/** Whether a report is later than the order, which the device may get again with each message. */
const hasReportedSince = ({ orderHandedAt, reportedAt }: Known): boolean =>
  reportedAt !== null && orderHandedAt !== null && reportedAt > orderHandedAt

/** Whether the device has not shown yet what became of its order: it waits, or was handed over and no report is later. */
const isInFlight = (known: Known): boolean =>
  known.orderState === 'pending' ||
  (known.orderState === 'sent' &&
    (known.orderOutcome === null || known.orderOutcome === 'confirmed') &&
    !hasReportedSince(known))

/** The settings of an order that was handed over and of which the device has not shown anything. */
export const settingsInFlight = (known: Known): Settings =>
  known.orderState === 'sent' && known.orderBody !== null && isInFlight(known)
    ? (readConfiguration(JSON.parse(known.orderBody))?.settings ?? {})
    : {}

/** Whether a report shows that the device has carried out its last order: every setting of it is as ordered. */
export function isCarriedOut(known: Known): boolean {
  const { orderState, orderBody, reported, form } = known
  if (orderState !== 'sent' || orderBody === null || !hasReportedSince(known)) return false
  const ordered = readConfiguration(JSON.parse(orderBody))
  return ordered !== null && differencesOf(reported, ordered.settings, form ?? ordered.form).length === 0
}

/** A configuration with the state that follows from the rest of it. */
export function settled(known: Known, at: Date): { row: Known; differences: Difference[] } {
  const { wished, reported, form } = known
  const differences = differencesOf(reported, wished, form ?? undefined)
  const state = configurationState({
    wished: Object.keys(wished).length,
    differences: differences.length,
    isOrdered: known.isNewHardware || isInFlight(known),
  })
  const since = state === known.state ? known.since : state === 'none' ? null : at
  return { row: { ...known, state, since, differences: differences.length }, differences }
}

/** The condition that a row is the configuration of this device. */
export const isConfigurationOf = ({ spaceId, deviceId }: OneDevice) =>
  and(eq(deviceConfiguration.spaceId, spaceId), eq(deviceConfiguration.deviceId, deviceId))

/** Forgets what the replaced hardware has reported. What is wished stays, and is ordered again at the first report of the new one. */
export async function forgetReported(tx: Queryable, one: OneDevice, at: Date): Promise<void> {
  const [row] = await tx.select().from(deviceConfiguration).where(isConfigurationOf(one))
  if (!row) return
  const wished = Object.keys(row.wished).length
  const state = configurationState({ wished, differences: wished, isOrdered: true })
  await tx
    .update(deviceConfiguration)
    .set({
      reported: {},
      reportedAt: null,
      form: null,
      isPartial: false,
      isNewHardware: wished > 0,
      differences: wished,
      state,
      since: state === row.state ? row.since : state === 'none' ? null : at,
    })
    .where(isConfigurationOf(one))
}

/** Takes the configuration of a device along to another space. Orders that wait are cancelled, so they are no longer in flight. */
export async function moveConfiguration(
  tx: Queryable,
  { target, ...one }: OneDevice & { target: { id: string } },
  at: Date,
): Promise<void> {
  const [row] = await tx.delete(deviceConfiguration).where(isConfigurationOf(one)).returning()
  if (!row) return
  const isWaiting = row.state === 'waiting' && !row.isNewHardware
  await tx.insert(deviceConfiguration).values({
    ...row,
    spaceId: target.id,
    orderId: null,
    orderAt: null,
    ...(isWaiting && { state: 'differs' as const, since: at }),
  })
}
