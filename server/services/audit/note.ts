import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import { type AuditAction, type AuditEntry, HIDDEN } from '#contract/audit'
import type { SignInMethod } from '#contract/sessions'
import type { Queryable } from '../../db/database'
import { auditEntry, space } from '../../db/schema'
import type { Deps } from '../../deps'
import type { Caller, Origin } from '../caller'
import { newId } from '../ids'

/** In place of the id of a space, for what is in none. */
export const NO_SPACE = '00000000-0000-0000-0000-000000000000'

/** The account that a call without a token is about: a sign-in, or a link of an e-mail. */
export interface AccountActor {
  account: { id: string; email: string }
  method: SignInMethod | null
  provider?: string | null
  origin: Pick<Origin, 'address' | 'userAgent'>
}

/** Who changes something; null is the server itself. */
export type Actor = Caller | AccountActor | null

type Fields = NonNullable<AuditEntry['after']>

/** What was changed. */
export interface Change {
  action: AuditAction
  /** Null for what is in no space. */
  spaceId: string | null
  target: { id: string | null; name: string | null }
  /** The fields that changed, without secrets; see `difference`. */
  before?: Fields | null
  after?: Fields | null
  /** See the contract. */
  isUnknown?: boolean
  undoes?: string
}

/** An id that stands for a key in the audit log, for the id of a key is its token. */
export function standInOf(keyId: string): string {
  const hash = createHash('sha256').update(`audit:${keyId.toLowerCase()}`).digest('hex')
  return hash.slice(0, 32).replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5')
}

function columnsOf(actor: Actor) {
  if (actor === null) return { actorType: 'server' as const }
  const { address, userAgent } = actor.origin
  if ('keyId' in actor)
    return {
      actorType: 'key' as const,
      actorId: standInOf(actor.keyId),
      actorName: actor.name,
      address,
      userAgent,
    }
  const { id, email } = 'account' in actor ? actor.account : { id: actor.userId, email: actor.email }
  const { method, provider = null } = actor
  return { actorType: 'person' as const, actorId: id, actorName: email, method, provider, address, userAgent }
}

/**
 * Writes an entry of the audit log, in the transaction of the change that it tells of: both are stored, or neither.
 * @returns its id
 */
export async function note(
  tx: Queryable,
  { now }: Pick<Deps, 'now'>,
  actor: Actor,
  { spaceId, target, before = null, after = null, ...change }: Change,
): Promise<string> {
  const createdAt = now()
  const id = newId(createdAt)
  const spaceName =
    spaceId === null ? null : sql<string>`(select ${space.name} from ${space} where ${eq(space.id, spaceId)})`
  await tx.insert(auditEntry).values({
    ...columnsOf(actor),
    ...change,
    spaceId: spaceId ?? NO_SPACE,
    spaceName,
    id,
    createdAt,
    targetId: target.id?.toLowerCase() ?? null,
    targetName: target.name,
    before,
    after,
  })
  return id
}

/**
 * The fields of a thing that an update has changed, before and after it.
 * @param secrets fields of which only is told that they changed
 */
export function difference(
  before: Fields,
  after: Fields,
  secrets: readonly string[] = [],
): { before: Fields; after: Fields } {
  const changed = Object.keys(after).filter((name) => !isDeepStrictEqual(before[name], after[name]))
  const only = (fields: Fields) =>
    Object.fromEntries(
      changed.map((name) => [name, secrets.includes(name) ? HIDDEN : (fields[name] ?? null)]),
    )
  return { before: only(before), after: only(after) }
}

/** The fields of a thing that was created or deleted, without its secrets. */
export const withoutSecrets = (fields: Fields, secrets: readonly string[]): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, secrets.includes(name) ? HIDDEN : value]),
  )
