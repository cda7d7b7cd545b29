import { and, isNotNull, lte, sql } from 'drizzle-orm'
import { HOUR } from '#contract/common/durations'
import type { ConnectorSecret } from '#contract/connectors'
import { connector } from '../../db/schema'
import type { Deps } from '../../deps'
import { notFound } from '../../errors'
import { note, replaced } from '../audit/note'
import type { Caller } from '../common/caller'
import { type ConnectorRef, checkConnector, isSeen, newSecret } from './connector'

const COLUMNS = { secret: connector.secret, signedTwiceUntil: connector.signedTwiceUntil }

/** The secret in the format of Standard Webhooks. @throws ApiError 404 */
function shown(
  [row]: Pick<typeof connector.$inferSelect, 'secret' | 'signedTwiceUntil'>[],
  at: Date,
): ConnectorSecret {
  if (!row) throw notFound()
  const { secret, signedTwiceUntil: until } = row
  return {
    secret: `whsec_${secret.toString('base64')}`,
    signed_twice_until: until && until > at ? until.toISOString() : null,
  }
}

/** The secret that signs the requests of a connector. @throws ApiError 404 */
export const readSecret = async (
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  one: ConnectorRef,
): Promise<ConnectorSecret> =>
  shown(await db.select(COLUMNS).from(connector).where(isSeen(caller, one)), now())

/**
 * Replaces the secret of a connector. Later attempts are signed with the new one, and until the overlap ends with the previous one as well.
 * An older one stops signing immediately.
 * @throws ApiError 404
 */
export async function rotateSecret(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  one: ConnectorRef,
  overlapHours = 0,
): Promise<ConnectorSecret> {
  const at = now()
  const until = overlapHours > 0 ? new Date(at.getTime() + overlapHours * HOUR) : null
  return db.transaction(async (tx) => {
    const rotated = await tx
      .update(connector)
      .set({
        secret: newSecret(),
        previousSecret: until && sql`${connector.secret}`,
        signedTwiceUntil: until,
      })
      .where(isSeen(caller, one))
      .returning({ ...COLUMNS, name: connector.name })
    const answer = shown(rotated, at)
    const { before, after } = replaced('secret')
    await note(tx, { now }, caller, {
      action: 'connector.rotateSecret',
      spaceId: one.spaceId,
      target: { id: one.connectorId, name: rotated[0]?.name ?? null },
      before,
      after: { ...after, ...(until && { signed_twice_until: until.toISOString() }) },
    })
    return answer
  })
}

/** Ends the time in which the previous secret also signs, if it has not ended. @throws ApiError 404 */
export async function endOverlap(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  one: ConnectorRef,
): Promise<void> {
  await db.transaction(async (tx) => {
    const which = isSeen(caller, one)
    const [before] = await tx
      .select({ until: connector.signedTwiceUntil })
      .from(connector)
      .where(which)
      .for('no key update')
    if (!before) return checkConnector(tx, caller, one)
    const { until } = before
    if (until === null) return
    const [ended] = await tx
      .update(connector)
      .set({ previousSecret: null, signedTwiceUntil: null })
      .where(which)
      .returning({ name: connector.name })
    if (until <= now()) return
    await note(tx, { now }, caller, {
      action: 'connector.endOverlap',
      spaceId: one.spaceId,
      target: { id: one.connectorId, name: ended?.name ?? null },
      before: { signed_twice_until: until.toISOString() },
      after: { signed_twice_until: null },
    })
  })
}

/** Deletes secrets that no longer sign, also those of connectors in the trash. */
export async function forgetOldSecrets({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await db
    .update(connector)
    .set({ previousSecret: null, signedTwiceUntil: null })
    .where(and(isNotNull(connector.previousSecret), lte(connector.signedTwiceUntil, now())))
  await db.execute(sql`
    update trash set content = jsonb_set(content, '{connector,0}', content->'connector'->0 || '{"previous_secret":null,"signed_twice_until":null}')
    where (space_id, id) in (
      select space_id, id from trash
      where resource = 'connector' and content->'connector'->0->>'previous_secret' is not null
        and (content->'connector'->0->>'signed_twice_until')::timestamptz <= ${now().toISOString()}::timestamptz
      for update skip locked)`)
}
