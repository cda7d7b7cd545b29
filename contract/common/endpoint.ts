import type { z } from 'zod'
import type { Permission } from '../permissions'
import type { AuditAction } from '../permissions/auditActions'

/**
 * The callers of an endpoint: anyone, a signed-in person, a person or a key of the space, a key alone, a device with its serial number and
 * claim token, or a guest with the token of a guest link. A person sends a bearer token, a key itself as `X-API-Key`.
 */
export type Access = 'public' | 'bearer' | 'bearerOrKey' | 'key' | 'device' | 'guest'

/** Header of an answer that names the query parameters which the call does not know. */
export const UNKNOWN_PARAMETERS_HEADER = 'X-Unknown-Parameters'

/** Header of an answer that names the fields of the body which the call does not know. */
export const UNKNOWN_FIELDS_HEADER = 'X-Unknown-Fields'

/** Header of every answer: the time of the server, whose clock all its times go by. */
export const SERVER_TIME_HEADER = 'X-Server-Time'

/** One call of /v2. The server's routes, the console's calls and the OpenAPI document are made from it. */
export interface Endpoint {
  method: 'get' | 'post' | 'put' | 'delete'
  /** Path below the API base, parameters in braces. */
  path: `/${string}`
  summary: string
  tag: string
  access: Access
  /** Permission that the caller needs, or one of several. Without one, being signed in is enough. */
  permission?: Permission | readonly Permission[]
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /**
   * Where the body has bodies of messages, whose numbers keep all their digits: names of fields; for a list it applies to all items. An
   * empty path is the body itself.
   */
  messageAt?: readonly string[]
  /** Status of a successful answer. */
  status: 200 | 201 | 204
  answer?: z.ZodType
  /**
   * A person must have confirmed their identity in the last 15 minutes; keys need not. Otherwise 403, `AUTH_ERRORS.notRecent`. `granting`:
   * only if `isGrant` says so.
   */
  isCritical?: true | 'granting'
  /** The call takes `If-Match`: the change is made only if the record has that version. Otherwise 412, `ChangedSince`. */
  isConditional?: true
  /** Also works for a person who has not set up the second factor that this server requires. */
  isOfEverybody?: true
  /** The call may read much, whatever its parameters; see `isHeavy`. */
  isHeavy?: true
  /** The body is a file: its bytes, of any type. */
  takesFile?: true
  /** A successful answer is a file. */
  answersFile?: true
  /** The call waits for a system that is not ours, and takes no share of the server meanwhile. */
  isOutside?: true
  /** Failures that only this call has, and their meaning; null for one that its kind of call has, but this one does not. */
  failures?: Readonly<Partial<Record<400 | 401 | 403 | 404 | 409 | 424 | 429, string | null>>>
  /** Name in `/config.json` of a call that other servers may not have. Rules, "Capabilities". */
  capability?: string
  /**
   * The action that a successful call records in the audit log, or several of which it records one. Every call other than `get` has it;
   * null if its changes are of no interest.
   */
  audit?: AuditAction | readonly AuditAction[] | null
}

/** Declares an endpoint and keeps the exact types of its schemas. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition
