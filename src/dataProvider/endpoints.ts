import type { z } from 'zod'
import { connectorSchema, deliverySchema } from '#contract/connectors'
import { DEVICE_SORTS, deviceSchema } from '#contract/devices'
import { messageSchema } from '#contract/messages'
import { spaceSchema } from '#contract/spaces'
import { tagSchema } from '#contract/tags'
import type { QueryValue } from './client'
import { resolveRanges } from './ranges'

/** How react-admin's verbs reach one kind of entity in /v2. */
export interface ResourceEndpoint {
  /** Whose it is: the caller's, one space's, or the whole system's. */
  scope: 'account' | 'space' | 'admin'
  /** Names in braces are those of filters that every list has. */
  path: `/${string}`
  schema: z.ZodType<{ id: string }>
  /**
   * `cursor` and `offset` page on the server, `keyset` as well, without row offsets; `whole` fetches everything once,
   * then pages here.
   */
  paging: 'cursor' | 'offset' | 'keyset' | 'whole'
  /** The server has `{path}/count`. */
  hasCount?: boolean
  /** Fields that the server can sort by. */
  sorts?: readonly string[]
  /** Query parameters of the list's filters, in which relative ranges are resolved: see `queryOf`. */
  toQuery?: (filter: Record<string, unknown>) => Record<string, QueryValue>
}

const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
const string = (value: unknown) => (typeof value === 'string' ? value : undefined)
const bound = (range: unknown, key: 'start' | 'end') =>
  typeof range === 'object' && range !== null ? string(Reflect.get(range, key)) : undefined
/** One of several choices goes to the server; more than one of two means no filter. */
const single = (value: unknown) => (strings(value).length === 1 ? strings(value)[0] : undefined)

/** Every resource of the console and its endpoint. */
export const resourceEndpoints: Record<string, ResourceEndpoint> = {
  spaces: { scope: 'account', path: '/spaces', schema: spaceSchema, paging: 'whole' },
  devices: {
    scope: 'space',
    path: '/devices',
    schema: deviceSchema,
    paging: 'cursor',
    hasCount: true,
    sorts: DEVICE_SORTS,
    toQuery: (filter) => ({
      name: string(filter.name),
      serial_number: string(filter.serial_number),
      tag_ids: strings(filter.tag_ids),
      tag_filter_logic: string(filter.tag_filter_logic),
    }),
  },
  messages: {
    scope: 'space',
    path: '/messages',
    schema: messageSchema,
    paging: 'cursor',
    hasCount: true,
    toQuery: (filter) => ({
      device_id: string(filter.device_id),
      tag_id: string(filter.tag_id),
      after: bound(filter.created_at, 'start'),
      before: bound(filter.created_at, 'end'),
      direction: single(filter.direction),
      type: strings(filter.type),
    }),
  },
  connectors: { scope: 'space', path: '/connectors', schema: connectorSchema, paging: 'whole' },
  /** Lists only, of servers with the capability `deliveries`. */
  deliveries: {
    scope: 'space',
    path: '/connectors/{connector_id}/deliveries',
    schema: deliverySchema,
    paging: 'keyset',
    hasCount: true,
    toQuery: (filter) => ({
      state: strings(filter.state),
      after: bound(filter.attempted_at, 'start'),
      before: bound(filter.attempted_at, 'end'),
    }),
  },
  tags: { scope: 'space', path: '/tags', schema: tagSchema, paging: 'whole' },
}

/** What a list's filter asks the server for at this moment. */
export const queryOf = (
  { toQuery }: Pick<ResourceEndpoint, 'toQuery'>,
  filter: Record<string, unknown>,
): Record<string, QueryValue> => toQuery?.(resolveRanges(filter)) ?? {}

/**
 * The endpoint of a resource. Errors: the resource is unknown, or a space's outside of a space.
 * @param filter of a list; names its owner where the path does
 */
export function endpointOf(
  resource: string,
  spaceId: string | null,
  filter: Record<string, unknown> = {},
): ResourceEndpoint & { url: string } {
  const endpoint = resourceEndpoints[resource]
  if (!endpoint) throw new Error(`Unknown resource ${resource}`)
  if (endpoint.scope === 'space' && !spaceId) throw new Error(`${resource} exist in a space only`)
  const prefix = { account: '', admin: '/admin', space: `/spaces/${spaceId}` }[endpoint.scope]
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) =>
    encodeURIComponent(string(filter[name]) ?? ''),
  )
  return { ...endpoint, url: prefix + path }
}
