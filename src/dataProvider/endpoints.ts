import type { GetListParams } from 'react-admin'
import { z } from 'zod'
import { type Endpoint, ownOf } from '#contract/common'
import { devicesApi } from '#contract/devices'
import { can, KEY_PERMISSIONS } from '#contract/permissions'
import { spacesApi } from '#contract/spaces'
import { tagsApi } from '#contract/tags'
import { parameterOf, pathOf, takesList } from './call'
import type { QueryValue } from './client'
import type { laterEndpoints } from './laterEndpoints'
import { resolveRanges } from './ranges'

interface Group {
  list: Endpoint & { answer: z.ZodArray<z.ZodType<{ id: string }>> }
  get?: Endpoint
  count?: Endpoint
  create?: Endpoint
  /** Used instead of `create` for people, who are invited. */
  invite?: Endpoint
  delete?: Endpoint
}

/** The contract's calls for resources that the first page needs. */
const groups = { spaces: spacesApi, devices: devicesApi, tags: tagsApi } satisfies Record<string, Group>

const known = new Map<string, Group>(Object.entries(groups))

/** Registers the calls of resources that the first page does not need. */
export function addEndpoints(later: Readonly<Record<string, Group>>): void {
  for (const [name, group] of Object.entries(later)) known.set(name, group)
}

/** Loads the calls of all resources. */
export async function loadEndpoints(): Promise<void> {
  const { laterEndpoints } = await import('./laterEndpoints')
  addEndpoints(laterEndpoints)
}

type Groups = typeof groups & typeof laterEndpoints

export type ResourceName = keyof Groups

/** A record of a resource, as the API returns it. */
export type EntityOf<Name extends ResourceName> = z.output<Groups[Name]['list']['answer']>[number]

/** The contract's calls of a resource; empty before they have loaded. */
export const endpointsOf = (resource: ResourceName): Endpoint[] => Object.values(known.get(resource) ?? {})

/** Whether an endpoint answers a react-admin query, given by resource and verb. */
export function isAnswerOf(endpoint: Endpoint, resource: unknown, verb: unknown): boolean {
  const { list, get } = (typeof resource === 'string' && known.get(resource)) || {}
  return (endpoint === list && verb !== 'getOne') || (endpoint === get && verb !== 'getList')
}

/** How react-admin's verbs map to one resource in /v2. */
export interface ResourceEndpoint {
  /** Path of the list, with ids filled in. */
  url: string
  /** Path for creating a record. */
  createUrl: string
  /** Path for deleting a record, without its id. */
  deleteUrl: string
  schema: z.ZodType<{ id: string }>
  /**
   * `cursor`, `offset` and `keyset` page on the server; `keyset` has no row offsets. `whole` fetches everything once
   * and pages in the browser.
   */
  paging: 'cursor' | 'offset' | 'keyset' | 'whole'
  /** Whether the server has `{path}/count`; `upTo` may stop counting. */
  count: 'exact' | 'upTo' | null
  /** Whether keys can get the permission to list it. */
  forKeys: boolean
  /** Schemas of the list's query parameters. */
  query: Readonly<Record<string, z.ZodType>>
}

/** The server pages these for programs but cannot sort or filter them, so the console reads all rows. */
const READ_WHOLE: ReadonlySet<string> = new Set<ResourceName>([
  'spaces',
  'tags',
  'keys',
  'connectors',
  'users',
  'alert-rules',
  'rollouts',
  'config-templates',
  'views',
])

function pagingOf(query: Readonly<Record<string, z.ZodType>>): ResourceEndpoint['paging'] {
  if (query.cursor) return query.offset ? 'cursor' : 'keyset'
  return query.offset ? 'offset' : 'whole'
}

const isRange = (value: unknown): value is { start?: string; end?: string } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A filter's value as a query parameter. If a parameter takes one word, several words mean no filter. */
function chosenOf(schema: z.ZodType, value: unknown): QueryValue {
  const chosen = [value].flat().filter((item) => typeof item === 'string')
  if (takesList(schema)) return parameterOf(schema, chosen)
  return chosen.length === 1 ? chosen[0] : undefined
}

/** Query parameters for a list's current filter: parameters of the same name, a time range as `after` and `before`. */
export function queryOf(
  { query }: Pick<ResourceEndpoint, 'query'>,
  filter: Record<string, unknown>,
): Record<string, QueryValue> {
  const parameters: Record<string, QueryValue> = {}
  for (const [source, value] of Object.entries(resolveRanges(filter))) {
    const schema = ownOf(query, source)
    if (schema) parameters[source] = chosenOf(schema, value)
    else if (isRange(value) && query.after)
      Object.assign(parameters, { after: value.start, before: value.end })
  }
  return parameters
}

export type ListParams = Required<Pick<GetListParams, 'pagination' | 'sort' | 'filter'>>

/** The sort parameters of a field: `series:tank.level` becomes `sort_by=series` and `series_path=tank.level`. */
function sortOf(field: string): { sort_by: string; [parameter: string]: string } {
  const colon = field.indexOf(':')
  if (colon < 0) return { sort_by: field }
  const sort_by = field.slice(0, colon)
  return { sort_by, [`${sort_by}_path`]: field.slice(colon + 1) }
}

/** Query parameters of a list now, except its place: filters, sort and size. */
export function listQueryOf(
  endpoint: Pick<ResourceEndpoint, 'query'>,
  { pagination, sort, filter }: ListParams,
): Record<string, QueryValue> {
  const by = sortOf(sort.field)
  const { sort_by, order_by } = endpoint.query
  const order =
    order_by && sort_by?.safeParse(by.sort_by).success ? { ...by, order_by: sort.order.toLowerCase() } : {}
  return { limit: pagination.perPage, ...order, ...queryOf(endpoint, filter) }
}

const isForKeys = ({ access, permission = 'space:read' }: Endpoint) =>
  access === 'bearerOrKey' && [permission].flat().some((one) => can({ permissions: KEY_PERMISSIONS }, one))

/** Whether the calls of a resource have loaded. */
export const isLoaded = (resource: string): boolean => known.has(resource)

/** `endpointOf`, once the calls of the resource have loaded. */
export async function loadEndpoint(...of: Parameters<typeof endpointOf>): Promise<ResourceEndpoint> {
  if (!isLoaded(of[0])) await loadEndpoints()
  return endpointOf(...of)
}

/**
 * The endpoint of a resource. Errors: the resource is unknown, or belongs to a space and the page is outside of one.
 * @param filter of a list; it names the owner if the path does, such as `connectorId` for deliveries
 */
export function endpointOf(
  resource: string,
  spaceId: string | null,
  filter: Record<string, unknown> = {},
): ResourceEndpoint {
  const group = known.get(resource)
  if (!group) throw new Error(`Unknown resource ${resource}`)
  const { list, count, create = group.invite ?? list, delete: removal = list } = group
  if (list.path.includes('{spaceId}') && !spaceId) throw new Error(`${resource} exist in a space only`)
  const query: Record<string, z.ZodType> = list.query?.shape ?? {}
  const values = { ...filter, spaceId }
  return {
    url: pathOf(list.path, values),
    createUrl: pathOf(create.path, values),
    deleteUrl: pathOf(removal.path.replace(/\/\{\w+\}$/, ''), values),
    schema: list.answer.element,
    paging: READ_WHOLE.has(resource) ? 'whole' : pagingOf(query),
    count: count === undefined ? null : count.query && 'at_most' in count.query.shape ? 'upTo' : 'exact',
    forKeys: isForKeys(list),
    query,
  }
}
