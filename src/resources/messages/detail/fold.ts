import type { MessageEvent } from '#contract/messages'

/** With more events than these, those of a connector are one row. */
const SINGLE_MAX = 10

/** A row of the events of a message: one event, or all that a connector's delivery has left. */
export interface EventLine {
  /** The latest of its events. */
  latest: MessageEvent
  /** Oldest first. */
  events: readonly MessageEvent[]
}

/** The rows of a message's events: many are folded by connector, each row where its latest event is. @param events oldest first */
export function foldEvents(events: readonly MessageEvent[]): EventLine[] {
  const keyOf = ({ id, message_connector_id }: MessageEvent) =>
    events.length > SINGLE_MAX ? (message_connector_id ?? id) : id
  const lines = new Map<string, MessageEvent[]>()
  for (const event of events) {
    const line = lines.get(keyOf(event)) ?? []
    line.push(event)
    // Taken out and put in again, it is behind all others.
    lines.delete(keyOf(event))
    lines.set(keyOf(event), line)
  }
  return [...lines.values()].flatMap((events) => {
    const latest = events.at(-1)
    return latest ? [{ latest, events }] : []
  })
}
