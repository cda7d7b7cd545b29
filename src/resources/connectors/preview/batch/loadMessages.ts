import { FIRST_MESSAGE_AT, type Message, type MessageType } from '#contract/messages'
import { readMessages } from '../../../../dataProvider/messagePages'
import type { MessageQuery, SpaceVerbs } from '../../../../dataProvider/spaceVerbs'

/** Most messages that the code is tried on at once. */
export const BATCH_SIZE = 200

/** Whose messages: of one device, or of all devices that have one of the tags. */
export type Scope = { device_id: string } | { tagIds: readonly string[] }

interface Wanted {
  scope: Scope
  types: readonly MessageType[]
  direction: Message['direction']
}

const newestFirst = (a: Message, b: Message) =>
  b.created_at.localeCompare(a.created_at) || b.id.localeCompare(a.id)

/** The last messages of these types, newest first; a message of several tags is there once. Errors: those of the client. */
export async function loadMessages(
  listMessages: SpaceVerbs['listMessages'],
  { scope, types, direction }: Wanted,
  signal: AbortSignal,
): Promise<Message[]> {
  if (types.length === 0) return []
  const query: MessageQuery = { type: types, direction, after: FIRST_MESSAGE_AT }
  const owners: MessageQuery[] =
    'device_id' in scope ? [{ device_id: scope.device_id }] : scope.tagIds.map((tag_id) => ({ tag_id }))
  const lists = await Promise.all(
    owners.map((owner) => readMessages(listMessages, { ...query, ...owner }, BATCH_SIZE, signal)),
  )
  signal.throwIfAborted()
  const found = lists.flatMap((list) => list ?? [])
  const unique = new Map(found.map((message) => [message.id, message]))
  return [...unique.values()].toSorted(newestFirst).slice(0, BATCH_SIZE)
}
