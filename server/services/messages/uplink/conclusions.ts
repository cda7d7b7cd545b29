import { drizzle } from 'drizzle-orm/node-postgres'
import type { PoolClient } from 'pg'
import { firmwareReportSchema } from '#contract/firmware'
import { type Confirm, shellAnswerSchema, type Uplink } from '#contract/messages'
import { conclude, type UplinkConclusion } from '../../devices/confirmations'
import { lockSettingsOrders } from '../../devices/settingsOrders'
import type { Sender } from './sender'

const commandSchema = shellAnswerSchema.pick({ down_message_id: true })

const explicit = ({ id, result, reason = null }: Confirm): UplinkConclusion => ({
  id,
  outcome: result === 'done' ? 'confirmed' : 'refused',
  reason: result === 'done' ? null : reason,
  isExplicit: true,
})

/** An answer to commands confirms them, and refuses them if one has failed. */
function ofShell(body: unknown): UplinkConclusion[] {
  const id = commandSchema.safeParse(body).data?.down_message_id
  if (!id) return []
  const responses = shellAnswerSchema.safeParse(body).data?.responses ?? []
  const failed = responses.findIndex(({ result }) => result !== 0)
  const result = responses[failed]?.result
  if (result === undefined) return [{ id, outcome: 'confirmed', reason: null }]
  return [{ id, outcome: 'refused', reason: `command ${failed + 1}: result ${result}` }]
}

/** A report about a firmware job confirms its downlink, and refuses it if the job has failed before it began. */
function ofFirmware(body: unknown): UplinkConclusion[] {
  const report = firmwareReportSchema.safeParse(body).data
  if (!report) return []
  const { job_id: id, state, reason = null } = report
  return state === 'failed'
    ? [{ id, outcome: 'refused', reason, isOfFirmware: true }]
    : [{ id, outcome: 'confirmed', reason: null }]
}

/** What an uplink says about downlinks of its device. Rules, "Downlinks". */
export function conclusionsOf(
  { type, confirms }: Pick<Uplink, 'type' | 'confirms'>,
  body: unknown,
): UplinkConclusion[] {
  const stated = confirms?.map(explicit) ?? []
  if (type === 'shell') return [...stated, ...ofShell(body)]
  return type === 'firmware' ? [...stated, ...ofFirmware(body)] : stated
}

interface Concluding {
  sender: Sender
  type: Uplink['type']
  conclusions: readonly UplinkConclusion[]
}

/** Locks what the messages may conclude, if some report settings: their orders are concluded only after others were handed over. */
async function lockConcluded(
  client: PoolClient,
  spaceId: string,
  messages: readonly Concluding[],
): Promise<void> {
  if (!messages.some(({ type }) => type === 'config')) return
  const devices = messages.map(({ sender }) => sender.deviceId)
  const named = messages.flatMap(({ conclusions }) => conclusions.map(({ id }) => id))
  await lockSettingsOrders(drizzle(client), spaceId, devices, named)
}

/** Concludes downlinks as the messages say, before these are stored: what is confirmed is not handed over again. */
export async function concludeBy(
  client: PoolClient,
  spaceId: string,
  messages: readonly Concluding[],
  at: Date,
): Promise<void> {
  await lockConcluded(client, spaceId, messages)
  const devices = new Map<string, { sender: Sender; conclusions: UplinkConclusion[] }>()
  for (const { sender, conclusions } of messages) {
    const key = keyOf(sender)
    const device = devices.get(key) ?? { sender, conclusions: [] }
    device.conclusions.push(...conclusions)
    devices.set(key, device)
  }
  const concluding = [...devices.values()].map(({ sender: { deviceId, ...credential }, conclusions }) => ({
    deviceId,
    credential,
    conclusions,
  }))
  await conclude(client, spaceId, concluding, at)
}

const keyOf = ({ deviceId, serialNumber, tokenHash }: Sender) =>
  `${deviceId} ${serialNumber} ${tokenHash.toString('hex')}`
