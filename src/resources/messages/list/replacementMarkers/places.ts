import type { DeviceReplacement } from '#contract/devices/handover'
import type { Message } from '#contract/messages'

type Row = Pick<Message, 'id' | 'created_at'>

/** Rows of a page, newest first. */
export interface Page {
  rows: readonly Row[]
  /** No newer messages match the filter. */
  isFirst: boolean
  /** No older messages match the filter. */
  isLast: boolean
  /** Time range of the list, in ISO; a missing end is open. */
  after?: string
  before?: string
}

/** Places of the markers: above the rows with these ids, the newest marker first, or below the last row. */
export interface Places {
  above: Map<string, DeviceReplacement[]>
  end: DeviceReplacement[]
  /** The oldest marker that is newer than all rows of a further page: it may belong to the previous page. */
  unsure: DeviceReplacement | null
}

const timeOf = ({ created_at }: { created_at: string }) => Date.parse(created_at)

/** Finds the place of each marker among the rows of a page. A message with the time of a marker comes after it. */
export function placesOf(markers: readonly DeviceReplacement[], page: Page): Places {
  const { rows, isFirst, isLast } = page
  const places: Places = { above: new Map(), end: [], unsure: null }
  const [from, to] = [page.after, page.before].map((time) => (time ? Date.parse(time) : null))
  for (const marker of markers.toSorted((a, b) => timeOf(b) - timeOf(a))) {
    const at = timeOf(marker)
    const index = rows.findIndex((row) => timeOf(row) < at)
    const row = rows[index]
    const isWithin =
      (from === null || from === undefined || from <= at) && (to === null || to === undefined || at <= to)
    if (!row) {
      if (isLast && isWithin && rows.length > 0) places.end.push(marker)
    } else if (index > 0 || (isFirst && isWithin)) {
      places.above.set(row.id, [...(places.above.get(row.id) ?? []), marker])
    } else if (!isFirst) places.unsure = marker
  }
  return places
}
