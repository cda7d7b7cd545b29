import type { DOWNLINK_EVENTS } from '#contract/messages'
import { idAt } from '../ids'

/**
 * SQL that stores an event of each message of `messages`, a query or a common table expression that has the columns
 * of `message`; it belongs in the statement that changes them. Parameters: the event's type, time and body.
 */
export const insertEvents = (
  messages: string,
  type: (typeof DOWNLINK_EVENTS)[number],
  at: string,
  body: string,
) => `
  insert into message_event (space_id, message_created_at, message_id, id, device_id, created_at, type, body)
  select space_id, created_at, id, ${idAt(at)}, device_id, ${at}, '${type}', ${body} from ${messages}`
