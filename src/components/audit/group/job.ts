import { z } from 'zod'
import { type AuditEntry, isUndoable, spaceAuditApi, UNDO_ERRORS } from '#contract/audit'
import { idSchema } from '#contract/common'
import type { SpaceportDataProvider } from '../../../dataProvider'
import { ApiError, UserFacingError } from '../../../dataProvider/client'
import type { BulkJob } from '../../bulk/machine'
import { timeOfId } from '../ids'
import { refusalOf } from '../undoable'
import { pageOfGroup } from './group'

/** Which group is undone. */
export const undoPlanSchema = z.object({
  space_id: idSchema,
  batch: idSchema,
  actor_id: idSchema,
  action: z.string(),
})
export type UndoPlan = z.infer<typeof undoPlanSchema>

/** The group that an entry stands for, as a plan of its undoing; null where it is none that can be undone. */
export function undoPlanOf(entry: AuditEntry): UndoPlan | null {
  const isLeft = isUndoable(entry.action) && entry.undone_entries < entry.entries
  return (isLeft && undoPlanSchema.safeParse(entry).data) || null
}

/** Most entries of a group within a millisecond. */
const LIMIT = 1000

/** Undoes each entry of a group, by their ids. */
export const undoJob = (dataProvider: SpaceportDataProvider, plan: UndoPlan): Required<BulkJob> => ({
  async work(entryId, _signal, headers) {
    try {
      await dataProvider.ask(spaceAuditApi.undo, { params: { spaceId: plan.space_id, entryId }, headers })
      return 'done'
    } catch (error) {
      if (error instanceof ApiError && error.body === UNDO_ERRORS.undone) return 'unchanged'
      const refusal = refusalOf(error)
      throw refusal ? new UserFacingError(refusal, { cause: error }) : error
    }
  },
  async check(entryId, signal) {
    const at = timeOfId(entryId)
    const found = await pageOfGroup(dataProvider, plan, { limit: LIMIT, after: at, before: at }, signal)
    return found.find(({ id }) => id === entryId)?.undone_by ? 'done' : 'open'
  },
})
