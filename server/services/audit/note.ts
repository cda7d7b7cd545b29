import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import { type AuditAction, type AuditEntry, HIDDEN } from '#contract/audit'
import { ownOf } from '#contract/common'
import type { Entity } from '#contract/entity'
import type { SignInMethod } from '#contract/sessions'
import type { Queryable } from '../../db/database'
import { auditEntry, space } from '../../db/schema'
import type { Deps } from '../../deps'
import type { Caller, Origin, Person } from '../common/caller'
import { NO_SPACE, newId } from '../common/ids'

/** The account that a call without a token is about: a sign-in, or a link of an e-mail. */
export interface AccountActor {
  account: { id: string; email: string }
  method: SignInMethod | null
  provider?: string | null
  origin: Pick<Origin, 'address' | 'userAgent'>
}

/** The actor of a change; null is the server itself. */
export type Actor = Caller | AccountActor | null

type Fields = NonNullable<AuditEntry['after']>

/** A change. */
export interface Change {
  action: AuditAction
  /** Null for what belongs to no space. */
  spaceId: string | null
  target: { id: string | null; name: string | null }
  /** The fields that changed, without secrets; see `difference`. */
  before?: Fields | null
  after?: Fields | null
  /** See the contract. */
  isUnknown?: boolean
  undoes?: string
  /** Version of the target after the change, if it has one. */
  version?: number | null | undefined
}

/** The handle of a key with its first token: it stands for the key in the audit log, because the id of a key is its token. */
export function standInOf(keyId: string): string {
  const hash = createHash('sha256').update(`audit:${keyId.toLowerCase()}`).digest('hex')
  return hash.slice(0, 32).replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5')
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function columnsOf(actor: Actor) {
  if (actor === null) return { actorType: 'server' as const }
  const { address, userAgent } = actor.origin
  // A caller without a token is in no batch.
  const batch = 'account' in actor ? null : actor.origin.batch
  if ('keyId' in actor)
    return {
      actorType: 'key' as const,
      actorId: actor.handle,
      actorName: actor.name,
      address,
      userAgent,
      batch,
    }
  const { id, email } = 'account' in actor ? actor.account : { id: actor.userId, email: actor.email }
  const { method, provider = null } = actor
  const signedIn = { method, provider, address, userAgent, batch }
  return { actorType: 'person' as const, actorId: id, actorName: email, ...signedIn }
}

/**
 * Writes an entry of the audit log, in the transaction of its change: both are stored, or neither.
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
  const named = spaceId && (await tx.select({ name: space.name }).from(space).where(eq(space.id, spaceId)))
  await tx.insert(auditEntry).values({
    ...columnsOf(actor),
    ...change,
    spaceId: spaceId ?? NO_SPACE,
    spaceName: (named && named[0]?.name) || null,
    id,
    createdAt,
    targetId: target.id !== null && UUID.test(target.id) ? target.id.toLowerCase() : target.id,
    targetName: target.name,
    before,
    after,
  })
  return id
}

/** Records a change that a person makes in their own account; see `note`. */
export const noteOwn = (
  tx: Queryable,
  deps: Pick<Deps, 'now'>,
  caller: Person,
  action: AuditAction,
  fields: Pick<Change, 'before' | 'after' | 'version'> = {},
): Promise<string> => {
  const target = { id: caller.userId, name: caller.email }
  return note(tx, deps, caller, { action, spaceId: null, target, ...fields })
}

/** Records a change that a call without a token makes in an account; see `note`. */
export const noteAccount = (
  tx: Queryable,
  deps: Pick<Deps, 'now'>,
  actor: AccountActor,
  action: AuditAction,
  { spaceId = null, ...fields }: Partial<Pick<Change, 'before' | 'after' | 'spaceId'>> = {},
): Promise<string> => {
  const target = { id: actor.account.id, name: actor.account.email }
  return note(tx, deps, actor, { action, spaceId, target, ...fields })
}

/**
 * Records what a caller without a token does to the account with an address, if there is one. It is always one statement, so that its
 * duration reveals nothing.
 */
export async function noteAddress(
  tx: Queryable,
  { now }: Pick<Deps, 'now'>,
  action: AuditAction,
  email: string,
  { address, userAgent }: AccountActor['origin'],
): Promise<void> {
  const at = now()
  await tx.execute(sql`
    insert into audit_entry (
      space_id, id, created_at, actor_type, actor_id, actor_name, address, user_agent, action, target_id, target_name
    )
    select ${NO_SPACE}::uuid, ${newId(at)}::uuid, ${at.toISOString()}::timestamptz, 'person', u.id, u.email,
      ${address}, ${userAgent}, ${action}, u.id, u.email
    from app_user u where u.email = ${email}`)
}

/** A secret that was replaced, as the log shows it. */
export const replaced = (name: string): { before: Fields; after: Fields } => ({
  before: { [name]: HIDDEN },
  after: { [name]: HIDDEN },
})

/** The logged fields of a record, as its entity defines them. */
export const loggedFields = ({ log }: Pick<Entity, 'log'>, record: Fields): Fields => {
  const logging = new Map(Object.entries(log))
  return Object.fromEntries(Object.entries(record).filter(([name]) => logging.get(name) !== 'unlogged'))
}

/**
 * The fields that an update has changed, before and after it.
 * @param secrets fields whose values are not shown, only that they changed
 */
export function difference(
  before: Fields,
  after: Fields,
  secrets: readonly string[] = [],
): { before: Fields; after: Fields } {
  const changed = Object.keys(after).filter((name) => !isDeepStrictEqual(ownOf(before, name), after[name]))
  const only = (fields: Fields) =>
    Object.fromEntries(
      changed.map((name) => [name, secrets.includes(name) ? HIDDEN : (ownOf(fields, name) ?? null)]),
    )
  return { before: only(before), after: only(after) }
}

/** The fields of a thing that was created or deleted, without its secrets. */
export const withoutSecrets = (fields: Fields, secrets: readonly string[]): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, secrets.includes(name) ? HIDDEN : value]),
  )
