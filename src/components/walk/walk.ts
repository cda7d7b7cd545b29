import type { RaRecord, SortPayload } from 'react-admin'
import { z } from 'zod'
import { LIST_LIMIT } from '#contract/common'
import { visitKey } from '../../authProvider/session'
import { sessionKeeper } from '../../storage'
import { parseJson } from '../json/parseJson'

const walkSchema = z.object({
  filter: z.record(z.string(), z.unknown()),
  sort: z.object({ field: z.string(), order: z.enum(['ASC', 'DESC']) }),
  perPage: z.number().int().positive(),
  /** The pages of the first and the last id, from 1. */
  firstPage: z.number().int().positive(),
  lastPage: z.number().int().positive(),
  /** Ids of the rows as the list showed them, and of the pages that followed on the way. */
  ids: z.array(z.string()),
  /** Number of rows in the list; null while unknown. */
  total: z.number().nullable(),
})

/** A list as it was last shown, through which a person goes from record to record. */
export type Walk = z.infer<typeof walkSchema> & { sort: SortPayload }

/** How many records before the end of the known ids the next page is read, so that it is there in time. */
const AHEAD = 3

/** A walk remembers at most about this many ids. */
const MOST_IDS = LIST_LIMIT

const keyOf = (listPath: string) => visitKey(`walk ${listPath}`)

/** Stores a list for the pages of its records, for this tab and until sign-out. Not for records whose ids are secrets. */
export function rememberWalk(listPath: string, walk: Walk) {
  sessionKeeper.setItem(keyOf(listPath), JSON.stringify(walk))
}

/** The list as last shown in this tab; null if it was not. */
export function readWalk(listPath: string): Walk | null {
  return walkSchema.safeParse(parseJson(sessionKeeper.getItem(keyOf(listPath)) ?? '')).data ?? null
}

/** Where a record is in a walk. */
interface Place {
  /** Position in the list, from 1. */
  position: number
  page: number
  previous: string | undefined
  next: string | undefined
  /** The page to read for what follows the known ids; undefined where none is needed yet. */
  pageBefore: number | undefined
  pageAfter: number | undefined
}

/** The place of a record; null if the list did not show it. */
export function placeOf(walk: Walk, id: string): Place | null {
  const { ids, firstPage, lastPage, perPage, total } = walk
  const at = ids.indexOf(id)
  if (at < 0) return null
  const mayContinue = total === null || lastPage * perPage < total
  return {
    position: (firstPage - 1) * perPage + at + 1,
    page: Math.min(lastPage, firstPage + Math.floor(at / perPage)),
    previous: ids[at - 1],
    next: ids[at + 1],
    pageBefore: at < AHEAD && firstPage > 1 ? firstPage - 1 : undefined,
    pageAfter: at >= ids.length - AHEAD && mayContinue ? lastPage + 1 : undefined,
  }
}

/**
 * The walk with the rows of the page before or after it. Rows that have moved from page to page meanwhile are not
 * repeated. Beyond `MOST_IDS`, the pages at the other end are forgotten.
 */
export function extended(walk: Walk, page: number, rows: readonly RaRecord[]): Walk {
  const { firstPage, lastPage, perPage } = walk
  const known = new Set(walk.ids)
  const more = rows.map(({ id }) => String(id)).filter((id) => !known.has(id))
  const dropped = Math.ceil(Math.max(0, walk.ids.length + more.length - MOST_IDS) / perPage)
  const count = dropped * perPage
  if (page < firstPage) {
    const ids = [...more, ...walk.ids].slice(0, count === 0 ? undefined : -count)
    return { ...walk, firstPage: page, lastPage: lastPage - dropped, ids }
  }
  const ids = [...walk.ids, ...more].slice(count)
  const total = rows.length === 0 ? (page - 1) * perPage : walk.total
  return { ...walk, firstPage: firstPage + dropped, lastPage: page, ids, total }
}
