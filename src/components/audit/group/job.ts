import { z } from 'zod'
import { type AuditEntry, isUndoable, spaceAuditApi, UNDO_ERRORS } from '#contract/audit'
import { idSchema } from '#contract/common'
import type { SpaceportDataProvider } from '../../../dataProvider'
import { ApiError, type RequestOptions, UserFacingError } from '../../../dataProvider/client'
import type { BulkJob } from '../../bulk/machine'
import { timeOfId } from '../ids'
import { refusalOf } from '../undoable'
import { pageOfGroup, readGroup } from './group'

/** The group to undo. */
const undoPlanSchema = z.object({
  space_id: idSchema,
  batch: idSchema,
  actor_id: idSchema,
  action: z.string(),
})
export type UndoPlan = z.infer<typeof undoPlanSchema>

/** The plan for undoing an entry's group; null if it cannot be undone. */
export function undoPlanOf(entry: AuditEntry): UndoPlan | null {
  const isLeft = isUndoable(entry.action) && entry.undone_entries < entry.entries
  return (isLeft && undoPlanSchema.safeParse(entry).data) || null
}

/** Maximum number of entries of a group within a millisecond. */
const LIMIT = 1000

/** Serializes work on the same target. */
function serialize() {
  const last = new Map<string, Promise<unknown>>()
  return async <Result>(thing: string, work: () => Promise<Result>): Promise<Result> => {
    const before = last.get(thing)
    const done = (async () => {
      await before?.catch(() => undefined)
      return work()
    })()
    last.set(thing, done)
    return done
  }
}

/**
 * Undoes the entries of a group by their ids, newest first. If a record was changed twice, the older change can only be
 * undone after the newer one.
 * @param entries of the group, if known
 */
export function undoJob(
  dataProvider: SpaceportDataProvider,
  plan: UndoPlan,
  entries?: readonly AuditEntry[],
): Required<BulkJob> {
  const ofThing = serialize()
  let group = entries && Promise.resolve(entries)

  async function thingOf(entryId: string): Promise<string> {
    group ??= readGroup(dataProvider, plan)
    try {
      return (await group).find(({ id }) => id === entryId)?.target_id ?? entryId
    } catch (error) {
      group = undefined
      throw error
    }
  }

  async function undo(entryId: string, headers: RequestOptions['headers']) {
    try {
      await dataProvider.ask(spaceAuditApi.undo, { params: { spaceId: plan.space_id, entryId }, headers })
      return 'done'
    } catch (error) {
      if (error instanceof ApiError && error.body === UNDO_ERRORS.undone) return 'unchanged'
      const refusal = refusalOf(error)
      throw refusal ? new UserFacingError(refusal, { cause: error }) : error
    }
  }

  return {
    work: async (entryId, signal, headers) =>
      ofThing(await thingOf(entryId), async () => {
        signal.throwIfAborted()
        return undo(entryId, headers)
      }),
    async check(entryId, signal) {
      const at = timeOfId(entryId)
      const found = await pageOfGroup(dataProvider, plan, { limit: LIMIT, after: at, before: at }, signal)
      return found.find(({ id }) => id === entryId)?.undone_by ? 'done' : 'open'
    },
  }
}
