import { type AuditEntry, isUndoable, isUndoableDeletion, UNDO_ERRORS } from '#contract/audit'
import { ApiError } from '../../dataProvider/client'
import type { MessageKey } from '../../i18n/translate'
import { msg } from './texts'

/** Text keys for the server's reasons to refuse an undo. */
const REFUSALS = new Map<string, MessageKey>([
  [UNDO_ERRORS.changedSince, msg('audit.undo.errors.changedSince')],
  [UNDO_ERRORS.deleted, msg('audit.undo.errors.deleted')],
  [UNDO_ERRORS.undone, msg('audit.undo.errors.undone')],
  [UNDO_ERRORS.impossible, msg('audit.undo.errors.impossible')],
  [UNDO_ERRORS.emptied, msg('audit.undo.errors.emptied')],
])

/** The text key for why the server refused an undo; undefined for other errors. */
export const refusalOf = (error: unknown) =>
  error instanceof ApiError && error.status === 409 ? REFUSALS.get(error.body) : undefined

/** Whether an entry can be undone, judging by its own fields. */
export const canBeUndone = ({ action, space_id, before, after, undone_by }: AuditEntry) =>
  isUndoable(action) &&
  space_id !== null &&
  undone_by === null &&
  before !== null &&
  (isUndoableDeletion(action) || Object.keys(after ?? {}).length > 0)
