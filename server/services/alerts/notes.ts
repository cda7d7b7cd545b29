import { and, eq } from 'drizzle-orm'
import { ALERT_NOTES_MAX, type Alert } from '#contract/alerts'
import { alert, alertNote } from '../../db/schema'
import type { Deps } from '../../deps'
import { ApiError, notFound } from '../../errors'
import { note } from '../audit/note'
import { type Caller, nameOf } from '../common/caller'
import { newId } from '../common/ids'
import type { JsonText } from '../common/json'
import { checkVersion, type IfMatch, incrementVersion } from '../resources/version'
import { type AlertRef, isSeen, readAlert } from './list'

/** What a person adds to an alert: an acknowledgement, with or without a note, or a note alone. */
type Saying = { action: 'alert.acknowledge'; text: Alert['note'] } | { action: 'alert.note'; text: string }

/** @throws ApiError 400 for one note too many, 404, 412 */
async function say(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  one: AlertRef,
  { action, text }: Saying,
  ifMatch: IfMatch,
): Promise<JsonText> {
  const { spaceId, alertId } = one
  return db.transaction(async (tx) => {
    const is = and(eq(alert.spaceId, spaceId), eq(alert.id, alertId))
    const [before] = await tx
      .select({ name: alert.ruleName, version: alert.version })
      .from(alert)
      .where(and(is, isSeen(caller)))
      .for('no key update')
    if (!before) throw notFound()
    await checkVersion(tx, caller, ifMatch, { spaceId, targetId: alertId, version: before.version })
    const [at, by] = [now(), nameOf(caller)]
    if (text !== null) {
      const isOfAlert = and(eq(alertNote.spaceId, spaceId), eq(alertNote.alertId, alertId))
      if ((await tx.$count(alertNote, isOfAlert)) >= ALERT_NOTES_MAX)
        throw new ApiError(400, `an alert has at most ${ALERT_NOTES_MAX} notes`)
      await tx.insert(alertNote).values({ spaceId, alertId, id: newId(at), text, by, createdAt: at })
    }
    const taken = action === 'alert.acknowledge' ? { acknowledgedAt: at, acknowledgedBy: by, note: text } : {}
    await tx
      .update(alert)
      .set({ ...taken, ...incrementVersion(alert) })
      .where(is)
    await note(tx, { now }, caller, {
      action,
      spaceId,
      target: { id: alertId, name: before.name },
      before: { note: null },
      after: { note: text },
      version: before.version + 1,
    })
    return readAlert({ db: tx, now: () => at }, caller, one)
  })
}

/** Acknowledges an alert for the caller; the last person to do so is shown. @throws ApiError 400, 404, 412 */
export const acknowledge = async (
  deps: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  one: AlertRef,
  text: Alert['note'],
  ifMatch: IfMatch,
): Promise<JsonText> => say(deps, caller, one, { action: 'alert.acknowledge', text }, ifMatch)

/** Adds a note to an alert. @throws ApiError 400 for one note too many, 404 */
export const addNote = async (
  deps: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  one: AlertRef,
  text: string,
): Promise<JsonText> => say(deps, caller, one, { action: 'alert.note', text }, null)
