import type { z } from 'zod'
import type { Permission } from '../permissions'

/** Who may call: anyone, a signed-in person, or a device with its serial number and claim token. */
export type Access = 'public' | 'bearer' | 'device'

/** One call of /v2. The server's routes, the console's calls and the OpenAPI document are made from it. */
export interface Endpoint {
  method: 'get' | 'post' | 'put' | 'delete'
  /** Path below the API base, parameters in braces. */
  path: `/${string}`
  summary: string
  tag: string
  access: Access
  /** What the caller must be allowed to do, when being signed in is not enough. */
  permission?: Permission
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** Status of the answer of success. */
  status: 200 | 201 | 204
  answer?: z.ZodType
  /** Failures of its own, and what they mean; those that follow from the rest need no words. */
  failures?: Readonly<Partial<Record<401 | 409, string>>>
  /** Name in `/config.json` when the specifications do not have this call. */
  capability?: string
}

/** Declares an endpoint and keeps the exact types of its schemas. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition
