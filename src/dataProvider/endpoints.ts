import type { GetListParams } from 'react-admin'
import { z } from 'zod'
import { type Endpoint, ownOf } from '#contract/common'
import { connectorsApi } from '#contract/connectors'
import { can, KEY_PERMISSIONS } from '#contract/permissions'
import { spaceResources } from '#contract/resources'
import { spacesApi } from '#contract/spaces'
import { parameterOf, pathOf, takesList } from './call'
import type { QueryValue } from './client'
import type { laterEndpoints } from './laterEndpoints'
import { resolveRanges } from './ranges'

interface Group {
  list: Endpoint & { answer: z.ZodArray<z.ZodType<{ id: string }>> }
  get?: Endpoint
  count?: Endpoint
  create?: Endpoint
  /** How a person joins a space, where there is no `create`. */
  invite?: Endpoint
  delete?: Endpoint
}

/** The contract's calls of the resources that the first pages need. */
const groups = {
  spaces: spacesApi,
  ...spaceResources,
  /** Only on servers with the capability `deliveries`. */
  deliveries: {
    list: connectorsApi.deliveries,
    count: connectorsApi.deliveryCount,
  },
} satisfies Record<string, Group>

const known = new Map<string, Group>(Object.entries(groups))

/** Makes the calls known of resources whose pages load later. */
export function addEndpoints(later: Readonly<Record<string, Group>>): void {
  for (const [name, group] of Object.entries(later)) known.set(name, group)
}

type Groups = typeof groups & typeof laterEndpoints

/** The name of a resource of react-admin. */
export type ResourceName = keyof Groups

/** What the API answers for one record of a resource. */
export type EntityOf<Name extends ResourceName> = z.output<Groups[Name]['list']['answer']>[number]

/** The contract's calls of a resource; none before its pages have loaded. */
export const endpointsOf = (resource: ResourceName): Endpoint[] => Object.values(known.get(resource) ?? {})

/** Whether an endpoint answers a query of react-admin: its verb of a resource. */
export function isAnswerOf(endpoint: Endpoint, resource: unknown, verb: unknown): boolean {
  const { list, get } = (typeof resource === 'string' && known.get(resource)) || {}
  return (endpoint === list && verb !== 'getOne') || (endpoint === get && verb !== 'getList')
}

/** How react-admin's verbs reach one kind of entity in /v2. */
export interface ResourceEndpoint {
  /** Path of the list, with the ids in place of the braces. */
  url: string
  /** Path that a new record is sent to. */
  createUrl: string
  /** Path below which a record is deleted, without its id. */
  deleteUrl: string
  schema: z.ZodType<{ id: string }>
  /**
   * `cursor` and `offset` page on the server, `keyset` as well, without row offsets; `whole` fetches everything once,
   * then pages here.
   */
  paging: 'cursor' | 'offset' | 'keyset' | 'whole'
  /** The server has `{path}/count`; `upTo` may stop counting. */
  count: 'exact' | 'upTo' | null
  /** A key can be given the permission to list it. */
  forKeys: boolean
  /** The schemas of the list's query parameters. */
  query: Readonly<Record<string, z.ZodType>>
}

/** The server pages these for programs; it neither sorts nor filters them, so the console reads all of them and does. */
const READ_WHOLE: ReadonlySet<string> = new Set<ResourceName>([
  'spaces',
  'tags',
  'keys',
  'connectors',
  'users',
  'alert-rules',
])

function pagingOf(query: Readonly<Record<string, z.ZodType>>): ResourceEndpoint['paging'] {
  if (query.cursor) return query.offset ? 'cursor' : 'keyset'
  return query.offset ? 'offset' : 'whole'
}

const isRange = (value: unknown): value is { start?: string; end?: string } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A filter's value as a query parameter; of one that takes a single word, several chosen words mean no filter. */
function chosenOf(schema: z.ZodType, value: unknown): QueryValue {
  const chosen = [value].flat().filter((item) => typeof item === 'string')
  if (takesList(schema)) return parameterOf(schema, chosen)
  return chosen.length === 1 ? chosen[0] : undefined
}

/** What a list's filter asks the server for at this moment: parameters of the same name, a time range as `after` and `before`. */
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

/** A page of a list, as react-admin asks for it. */
export type ListParams = Required<Pick<GetListParams, 'pagination' | 'sort' | 'filter'>>

/** What is sorted by. `series:tank.level` is by `series`, and which one is a parameter of its own: `series_path`. */
function sortOf(field: string): { sort_by: string; [parameter: string]: string } {
  const colon = field.indexOf(':')
  if (colon < 0) return { sort_by: field }
  const sort_by = field.slice(0, colon)
  return { sort_by, [`${sort_by}_path`]: field.slice(colon + 1) }
}

/** What a list asks the server for at this moment, apart from where the page begins: filters, sort and size. */
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

/**
 * The endpoint of a resource. Errors: the resource is unknown, or a space's outside of a space.
 * @param filter of a list; names its owner where the path does: `connectorId` for its deliveries
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
