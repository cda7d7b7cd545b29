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

/** A signed-in person who calls. */
export interface Person {
  userId: string
  email: string
  systemRole: SystemRole
  /** Role in the space of the call; null outside of spaces, and for a system admin who is not a member. */
  spaceRole: SpaceRole | null
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

/** A key that calls, in its own space. */
export interface KeyCaller {
  keyId: string
  /** Names the key where its id, which is its token, is not told. */
  handle: string
  name: string
  spaceId: string
  /** Who made it, else the owner of its space; null when neither has an account any more. */
  personId: string | null
  permissions: readonly KeyPermission[]
  /** The key sees the devices that carry one of these tags; null when it sees all. */
  tagIds: readonly string[] | null
  /** The permissions that the call needed and had, as far as it is known. */
  used: Set<Permission>
  origin: Origin
}

/** Who calls. */
export type Caller = Person | KeyCaller

/** Where a call comes from. */
export interface Origin {
  /** Network address, for rate limits. */
  address: string
  /** Language of the caller's console; null when the call does not say. */
  language: Language | null
  /** Whether the caller is surely on this machine, and no page of another site makes the call. */
  isFromHere: () => boolean
  /** Name of the caller's browser or program, as it says itself. */
  userAgent: string | null
  /** The batch that the caller says its changes belong to. */
  batch: string | null
  /** Aborts when the caller has gone. */
  gone: AbortSignal
}

/** Id of the person who calls; null when it is a key. */
export const userIdOf = (caller: Caller): string | null => ('userId' in caller ? caller.userId : null)

/** Whose share of the server a caller takes: a person, or a space that is of nobody. */
export const personOf = (caller: Caller): string =>
  'keyId' in caller ? (caller.personId ?? caller.spaceId) : caller.userId

/** What the caller is called: an e-mail address, or the name of a key. */
export const nameOf = (caller: Caller): string => ('keyId' in caller ? caller.name : caller.email)

/** Whether the caller has a permission that a part of an answer needs. A key notes it. */
export function may(caller: Caller, permission: Permission): boolean {
  const has = can(caller, permission)
  if (has && 'keyId' in caller) caller.used.add(permission)
  return has
}

/**
 * One of several permissions is enough here; which one the call needs is known later. A key notes it.
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

/** Whether the caller is told who people are: people are, and keys that may read them anyway. */
const mayKnow = (caller: Caller): boolean => 'userId' in caller || may(caller, 'space:user:read')

/** The name of a person as the caller is told it. */
export const shownPerson = <Name extends string | null>(caller: Caller, name: Name) =>
  name === null || mayKnow(caller) ? name : UNNAMED_PERSON

/**
 * SQL of the same for a column with what `nameOf` has stored: an e-mail address, or the name of a key, which has no @.
 * @param column SQL of the column
 */
export const shownDoer = (caller: Caller, column: string): string =>
  mayKnow(caller)
    ? column
    : `case when strpos(${column}, '@') > 0 then '${UNNAMED_PERSON}' else ${column} end`
