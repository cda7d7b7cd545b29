import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import { LIST_LIMIT } from '#contract/common'
import type { SignInSession } from '#contract/sessions'
import { authSession } from '../../../db/schema'
import type { Deps } from '../../../deps'
import { ApiError, notFound } from '../../../errors'
import { note, noteOwn } from '../../audit/note'
import type { Person } from '../../common/caller'
import { readUserAgent } from '../../common/userAgent'
import { forgetBrowserOf } from './browsers'
import { revokeTokens } from './tokens'

const isValid = (at: Date) => and(isNull(authSession.revokedAt), gt(authSession.expiresAt, at))

/** The sessions of a person, the last used first; 1000 at most. */
export async function listSessions(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { userId, jti }: Person,
): Promise<SignInSession[]> {
  const rows = await db
    .select()
    .from(authSession)
    .where(and(eq(authSession.userId, userId), isValid(now())))
    .orderBy(desc(authSession.lastUsedAt), desc(authSession.createdAt))
    .limit(LIST_LIMIT)
  return rows.map((row) => {
    const { browser, system } = readUserAgent(row.userAgent)
    return {
      id: row.jti,
      browser,
      system,
      address: row.address,
      method: row.method,
      provider: row.provider,
      created_at: row.createdAt.toISOString(),
      last_used_at: row.lastUsedAt.toISOString(),
      is_current: row.jti === jti,
    }
  })
}

/**
 * Ends a session of the person; its token is refused from the next call on.
 * @throws ApiError 404 for a session of another person, or one that has ended
 */
export async function endSession(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Person,
  { sessionId }: { sessionId: string },
): Promise<void> {
  const at = now()
  await db.transaction(async (tx) => {
    const ended = await tx
      .update(authSession)
      .set({ revokedAt: at })
      .where(and(eq(authSession.jti, sessionId), eq(authSession.userId, caller.userId), isValid(at)))
      .returning({ id: authSession.jti })
    if (ended.length === 0) throw notFound()
    if (sessionId !== caller.jti) await forgetBrowserOf(tx, caller.userId, sessionId)
    const target = { id: sessionId, name: caller.email }
    await note(tx, { now }, caller, { action: 'session.delete', spaceId: null, target })
  })
}

/** Signs out: ends the session of the call, unless another call has just done so. */
export async function signOut(deps: Pick<Deps, 'db' | 'now'>, caller: Person): Promise<void> {
  try {
    await endSession(deps, caller, { sessionId: caller.jti })
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error
  }
}

/** Ends all sessions of the person except that of the call. */
export async function endOtherSessions({ db, now }: Pick<Deps, 'db' | 'now'>, caller: Person): Promise<void> {
  await db.transaction(async (tx) => {
    await revokeTokens(tx, { now }, caller.userId, caller.jti)
    await noteOwn(tx, { now }, caller, 'session.deleteOthers')
  })
}
