import { type Language, UNNAMED_PERSON } from '#contract/common'
import {
  can,
  type KeyPermission,
  type Permission,
  type SpaceRole,
  type SystemRole,
} from '#contract/permissions'
import type { SignInMethod } from '#contract/sessions'
import { ApiError } from '../../errors'

/** A signed-in person. */
export interface Person {
  userId: string
  email: string
  systemRole: SystemRole
  /** The space of the call; null outside of spaces. */
  spaceId: string | null
  /** Role in the space of the call; null outside of spaces, and for a system admin who is not a member. */
  spaceRole: SpaceRole | null
  /** Permissions that hold in the space instead of the role; null for those of the role. */
  ownPermissions: readonly string[] | null
  /** The tags that the person is limited to in the space; null for a person who sees all of it. */
  tagIds: readonly string[] | null
  /** When the person's time in the space ends; null for never. */
  endsAt: Date | null
  /** Id of the token. */
  jti: string
  /** When the person last confirmed their identity. */
  confirmedAt: Date
  /** How the person signed in. */
  method: SignInMethod
  /** External provider of the sign-in. */
  provider: string | null
  origin: Origin
}

/** A key, in its own space. */
export interface KeyCaller {
  keyId: string
  /** Names the key where its id, which is its token, must not appear. */
  handle: string
  name: string
  spaceId: string
  /** Creator of the key, otherwise the owner of its space; null if neither has an account any more. */
  personId: string | null
  permissions: readonly KeyPermission[]
  /** The tags that the key is limited to: it sees devices with one of them; null if it sees all. */
  tagIds: readonly string[] | null
  /** When the key ends; null for never. */
  endsAt: Date | null
  /** The permissions that the call needed and had, as far as known. */
  used: Set<Permission>
  origin: Origin
}

/** The person or key that makes a call. */
export type Caller = Person | KeyCaller

/** Origin of a call. */
export interface Origin {
  /** Network address, for rate limits. */
  address: string
  /** Language of the caller's console; null if the call does not say. */
  language: Language | null
  /** Whether the caller is certainly on this machine, and the call is not made by a page of another site. */
  isFromHere: () => boolean
  /** Name of the caller's browser or program, as it gives it. */
  userAgent: string | null
  /** The batch that the caller's changes belong to, as the caller gives it. */
  batch: string | null
  /** Aborts when the caller disconnects. */
  gone: AbortSignal
}

/** Id of the person; null for a key. */
export const userIdOf = (caller: Caller): string | null => ('userId' in caller ? caller.userId : null)

/** The share of the server that a caller takes: that of a person, or of a space without an owner. */
export const personOf = (caller: Caller): string =>
  'keyId' in caller ? (caller.personId ?? caller.spaceId) : caller.userId

/** Name of the caller: an e-mail address, or the name of a key. */
export const nameOf = (caller: Caller): string => ('keyId' in caller ? caller.name : caller.email)

/** Whether the caller has a permission that a part of an answer needs. For a key the permission is recorded as used. */
export function may(caller: Caller, permission: Permission): boolean {
  const has = can(caller, permission)
  if (has && 'keyId' in caller) caller.used.add(permission)
  return has
}

/**
 * Checks a permission. One of several is enough here; which one the call needs is known later. For a key the permission is recorded as
 * used.
 * @throws ApiError 403 without the permission, or without any of several
 */
export function authorize(caller: Caller, permission: Permission | readonly Permission[]): void {
  const sufficient = [permission].flat()
  if (sufficient.some((one) => can(caller, one))) {
    const [one, ...others] = sufficient
    if ('keyId' in caller && one && others.length === 0) caller.used.add(one)
    return
  }
  const needed = sufficient.length === 1 ? 'the permission' : 'one of the permissions'
  throw new ApiError(403, `forbidden: this needs ${needed} ${sufficient.join(', ')}`)
}

/**
 * Whether the caller may know who people are: those who may read users. A person who is limited to tags is a guest among strangers, and
 * knows nobody.
 */
export function mayKnow(caller: Caller): boolean {
  if ('keyId' in caller) return may(caller, 'space:user:read')
  return caller.spaceId === null || (caller.tagIds === null && can(caller, 'space:user:read'))
}

/** The name of a person as the caller sees it. */
export const shownPerson = <Name extends string | null>(caller: Caller, name: Name) =>
  name === null || mayKnow(caller) ? name : UNNAMED_PERSON

/**
 * SQL of the same for a column with a value of `nameOf`: an e-mail address, or the name of a key, which has no @.
 * @param column SQL of the column
 */
export const shownDoer = (caller: Caller, column: string): string =>
  mayKnow(caller)
    ? column
    : `case when strpos(${column}, '@') > 0 then '${UNNAMED_PERSON}' else ${column} end`
