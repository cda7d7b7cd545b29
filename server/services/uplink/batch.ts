import { drizzle } from 'drizzle-orm/node-postgres'
import type { PoolClient } from 'pg'
import type { z } from 'zod'
import type { Downlink, Uplink, uplinkBatchAnswerSchema } from '#contract/messages'
import { inTransaction } from '../../db/database'
import { withPartitionOf } from '../../db/partitions'
import type { Deps } from '../../deps'
import { ApiError } from '../../errors'
import { enqueueDeliveries } from '../deliveries'
import { applyFirmwareReport } from '../firmware'
import { newId } from '../ids'
import { type Content, contentOf } from './content'
import { findSenders, type Sender, unknownDevice } from './credential'
import { STORE_BATCH } from './storeBatch'

type Answers = z.input<typeof uplinkBatchAnswerSchema>

interface Message extends Sender, Content {
  id: string
}

function refusalOf(error: unknown) {
  if (error instanceof ApiError) return { error: error.message }
  throw error
}

/** The message to store, or why it is refused. */
function messageOf(uplink: Uplink, sender: Sender | null | undefined, id: string, at: Date) {
  try {
    if (!sender) throw unknownDevice()
    return { ...contentOf(uplink, at), ...sender, id }
  } catch (error) {
    return refusalOf(error)
  }
}

interface Reached {
  deviceId: string
  downlinks: Downlink[]
}

/** The downlinks of each device that is still there. */
async function store(
  deps: Pick<Deps, 'queue'>,
  client: PoolClient,
  messages: Message[],
  at: Date,
): Promise<Map<string, Downlink[]>> {
  const { rows } = await client.query<Reached>({ ...STORE_BATCH, values: [JSON.stringify(messages), at] })
  for (const message of messages)
    if (message.type === 'firmware') await applyFirmwareReport(client, message, message.body, at)
  const reached = new Map(rows.map(({ deviceId, downlinks }) => [deviceId, downlinks]))
  const routed = messages
    .filter(({ deviceId, isRouted }) => isRouted && reached.has(deviceId))
    .map(({ spaceId, deviceId, id, type }) => ({ spaceId, deviceId, id, type, direction: 'up' as const }))
  if (routed.length > 0) await enqueueDeliveries(deps, drizzle(client), routed, at)
  return reached
}

/**
 * Stores what a gateway sends for many devices, and hands over the downlinks that wait for them, with the first
 * message of each device. Each message proves itself; one that is refused does not hold up the others.
 */
export async function receiveUplinks(
  deps: Pick<Deps, 'db' | 'now' | 'queue'>,
  uplinks: Uplink[],
): Promise<Answers> {
  const senders = await findSenders(deps, uplinks)
  const at = deps.now()
  // In one millisecond the order of the ids is the order of the batch.
  const ids = uplinks.map(() => newId(at)).toSorted()
  const parts = uplinks.map((uplink, i) => messageOf(uplink, senders[i], ids[i] ?? newId(at), at))
  const messages = parts.filter((part) => 'id' in part)
  const pool = deps.db.$client
  const downlinks = await withPartitionOf(pool, at, () =>
    inTransaction(pool, (_, client) => store(deps, client, messages, at)),
  )
  if (messages.some(({ isRouted }) => isRouted)) deps.queue.wake()
  return parts.map((part) => {
    if ('error' in part) return part
    const handed = downlinks.get(part.deviceId)
    // The device was deleted in the meantime.
    if (!handed) return refusalOf(unknownDevice())
    downlinks.set(part.deviceId, [])
    return { id: part.id, created_at: at.toISOString(), downlinks: handed }
  })
}
