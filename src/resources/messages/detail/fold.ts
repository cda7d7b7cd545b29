import type { MessageEvent } from '#contract/messages'

/** With more events, those of a connector share a row. */
const SINGLE_MAX = 10

/** A row of a message's events: one event, or all of a connector's delivery. */
export interface EventLine {
  latest: MessageEvent
  /** Oldest first. */
  events: readonly MessageEvent[]
}

/**
 * Rows of a message's events. Many events are folded by connector; each row is at the place of its latest event.
 * @param events oldest first
 */
export function foldEvents(events: readonly MessageEvent[]): EventLine[] {
  const keyOf = ({ id, message_connector_id }: MessageEvent) =>
    events.length > SINGLE_MAX ? (message_connector_id ?? id) : id
  const lines = new Map<string, MessageEvent[]>()
  for (const event of events) {
    const line = lines.get(keyOf(event)) ?? []
    line.push(event)
    // Moves it to the end.
    lines.delete(keyOf(event))
    lines.set(keyOf(event), line)
  }
  return [...lines.values()].flatMap((events) => {
    const latest = events.at(-1)
    return latest ? [{ latest, events }] : []
  })
}
