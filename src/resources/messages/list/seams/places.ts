import type { DeviceReplacement } from '#contract/devices/handover'
import type { Message } from '#contract/messages'

type Row = Pick<Message, 'id' | 'created_at'>

/** What is known of the rows of a page, which are the newest first. */
export interface Page {
  rows: readonly Row[]
  /** No newer messages match the filter. */
  isFirst: boolean
  /** No older messages match the filter. */
  isLast: boolean
  /** The list goes from when until when, in ISO; without a time it is open. */
  after?: string
  before?: string
}

/** Where the seams of the history are: above the rows of these ids, the newest seam first, or below the last row. */
export interface Places {
  above: Map<string, DeviceReplacement[]>
  end: DeviceReplacement[]
  /** The oldest seam that is newer than all rows of a page that is not the first: the page before may have it. */
  unsure: DeviceReplacement | null
}

const timeOf = ({ created_at }: { created_at: string }) => Date.parse(created_at)

/** Finds the place of each seam among the rows of a page. A message of the time of a seam comes after it. */
export function placesOf(seams: readonly DeviceReplacement[], page: Page): Places {
  const { rows, isFirst, isLast } = page
  const places: Places = { above: new Map(), end: [], unsure: null }
  const [from, to] = [page.after, page.before].map((time) => (time ? Date.parse(time) : null))
  for (const seam of seams.toSorted((a, b) => timeOf(b) - timeOf(a))) {
    const at = timeOf(seam)
    const index = rows.findIndex((row) => timeOf(row) < at)
    const row = rows[index]
    const isWithin =
      (from === null || from === undefined || from <= at) && (to === null || to === undefined || at <= to)
    if (!row) {
      if (isLast && isWithin && rows.length > 0) places.end.push(seam)
    } else if (index > 0 || (isFirst && isWithin)) {
      places.above.set(row.id, [...(places.above.get(row.id) ?? []), seam])
    } else if (!isFirst) places.unsure = seam
  }
  return places
}
