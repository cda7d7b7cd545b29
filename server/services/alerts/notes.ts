import { and, eq } from 'drizzle-orm'
import { type Acknowledgement, ALERT_NOTES_MAX } from '#contract/alerts'
import { alert, alertNote } from '../../db/schema'
import type { Deps } from '../../deps'
import { ApiError, notFound } from '../../errors'
import { note } from '../audit/note'
import { type Caller, nameOf, userIdOf } from '../common/caller'
import { newId } from '../common/ids'
import type { JsonText } from '../common/json'
import { lockHours } from '../notices/hours'
import { noticeUnassigned } from '../notices/notices'
import { findAssignee, notifyAssignee } from '../notifications/assigned'
import { keepSpace } from '../resources/spaceNames'
import { checkVersion, type IfMatch, incrementVersion } from '../resources/version'
import { type AlertRef, isSeen, readAlert } from './list'

/** What a person adds to an alert: an acknowledgement, with or without a note, or a note alone. */
type Saying =
  | ({ action: 'alert.acknowledge' } & Acknowledgement)
  | { action: 'alert.note'; note: string; assign_to?: undefined }

/** @throws ApiError 400 for one note too many or a person who cannot see the alert, 403, 404, 412 */
async function say(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  one: AlertRef,
  { action, note: text, assign_to }: Saying,
  ifMatch: IfMatch,
): Promise<JsonText> {
  const { spaceId, alertId } = one
  const ownId = userIdOf(caller)
  const otherId = assign_to === ownId ? null : (assign_to ?? null)
  return db.transaction(async (tx) => {
    if (action === 'alert.acknowledge') {
      if (!(await keepSpace(tx, spaceId))) throw notFound()
      await lockHours(tx, spaceId)
    }
    const is = and(eq(alert.spaceId, spaceId), eq(alert.id, alertId))
    const [before] = await tx
      .select()
      .from(alert)
      .where(and(is, isSeen(caller)))
      .for('no key update')
    if (!before) throw notFound()
    await checkVersion(tx, caller, ifMatch, { spaceId, targetId: alertId, version: before.version })
    const [at, by] = [now(), nameOf(caller)]
    const other = otherId === null ? null : await findAssignee(tx, caller, one, otherId)
    if (text !== null) {
      const isOfAlert = and(eq(alertNote.spaceId, spaceId), eq(alertNote.alertId, alertId))
      if ((await tx.$count(alertNote, isOfAlert)) >= ALERT_NOTES_MAX)
        throw new ApiError(400, `an alert has at most ${ALERT_NOTES_MAX} notes`)
      await tx.insert(alertNote).values({ spaceId, alertId, id: newId(at), text, by, createdAt: at })
    }
    const assigned = { assignedTo: other?.email ?? by, assignedId: otherId ?? ownId }
    const taken =
      action === 'alert.acknowledge'
        ? { acknowledgedAt: at, acknowledgedBy: by, note: text, ...assigned }
        : {}
    await tx
      .update(alert)
      .set({ ...taken, ...incrementVersion(alert) })
      .where(is)
    if (action === 'alert.acknowledge') await noticeUnassigned(tx, spaceId, alertId)
    if (otherId !== null) await notifyAssignee(tx, before, otherId, at)
    await note(tx, { now }, caller, {
      action,
      spaceId,
      target: { id: alertId, name: before.ruleName },
      before: { note: null, ...(other && { assigned_to: before.assignedTo }) },
      after: { note: text, ...(other && { assigned_to: other.email }) },
      version: before.version + 1,
    })
    return readAlert({ db: tx, now: () => at }, caller, one)
  })
}

/**
 * Acknowledges an alert for the caller, or for a person whom they assign it to; the last time counts. Rules, "Alerts".
 * @throws ApiError 400, 403, 404, 412
 */
export const acknowledge = async (
  deps: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  one: AlertRef,
  said: Acknowledgement,
  ifMatch: IfMatch,
): Promise<JsonText> => say(deps, caller, one, { action: 'alert.acknowledge', ...said }, ifMatch)

/** Adds a note to an alert. @throws ApiError 400 for one note too many, 404 */
export const addNote = async (
  deps: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  one: AlertRef,
  text: string,
): Promise<JsonText> => say(deps, caller, one, { action: 'alert.note', note: text }, null)
