import { HOUR } from '#contract/common/durations'
import { FIRST_MESSAGE_AT, type Message } from '#contract/messages'
import { serverNow } from '../../../clock'
import type { ListMessages } from '../../../dataProvider/messagePages'
import { msg } from '../texts'

type List = ListMessages
type Place = Pick<Message, 'id' | 'device_id' | 'created_at'>

/** The device's previous message, in either direction; null if this is the oldest. */
export async function findOlder(list: List, { id, device_id }: Place, signal?: AbortSignal) {
  const [older] = await list({ device_id, after: FIRST_MESSAGE_AT, offset: id, limit: 1 }, signal)
  return older ?? null
}

/** Length of the first searched time range after a message, in milliseconds. */
const FIRST_SPAN = HOUR
/** Factor by which each empty range makes the next one longer. */
const GROWTH = 8
const PAGE_SIZE = 50
/** Largest number of list calls for one search. */
const MAX_CALLS = 20

/**
 * The device's next message; null if this is the newest. Lists are newest first, so it searches time ranges that start
 * at this message and grow until one has a newer message. In a range with many messages it reads pages by cursor, down
 * to this message. Errors: MAX_CALLS lists were not enough.
 */
export async function findNewer(list: List, { id, device_id, created_at }: Place, signal?: AbortSignal) {
  const start = Date.parse(created_at)
  const now = serverNow()
  let span = FIRST_SPAN
  let newer: Message | undefined
  for (let calls = 0; calls < MAX_CALLS; calls += 1) {
    const isWhole = start + span >= now
    const before = isWhole ? undefined : new Date(start + span).toISOString()
    const query = { device_id, after: created_at, before, limit: PAGE_SIZE, offset: newer?.id }
    const page = await list(query, signal)
    const at = page.findIndex((message) => message.id === id)
    newer = (at < 0 ? page : page.slice(0, at)).at(-1) ?? newer
    const isReached = at >= 0 || page.length < PAGE_SIZE
    if (isReached && newer) return newer
    if (isReached && isWhole) return null
    if (isReached) span *= GROWTH
  }
  throw new Error(msg('messages.detail.neighbours.failed'))
}
