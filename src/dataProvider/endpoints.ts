import { z } from 'zod'
import { api } from '#contract'
import type { Endpoint } from '#contract/common'
import { connectorsApi } from '#contract/connectors'
import type { QueryValue } from './client'
import { resolveRanges } from './ranges'

interface Group {
  list: Endpoint & { answer: z.ZodArray<z.ZodType<{ id: string }>> }
  count?: Endpoint
  create?: Endpoint
  /** How a person comes into a space, where no `create` is. */
  invite?: Endpoint
}

/** The contract's calls of every resource. */
const groups = {
  spaces: api.spaces,
  devices: api.devices,
  messages: api.messages,
  connectors: api.connectors,
  /** Only on servers with the capability `deliveries`. */
  deliveries: {
    list: connectorsApi.deliveries,
    count: connectorsApi.deliveryCount,
  },
  tags: api.tags,
  keys: api.keys,
  users: api.users,
  variables: api.variables,
} satisfies Record<string, Group>

type Groups = typeof groups

/** The name of a resource of react-admin. */
export type ResourceName = keyof Groups

/** The name of a resource that belongs to a space. */
export type SpaceResource = {
  [Name in ResourceName]: Groups[Name]['list']['path'] extends `/spaces/{spaceId}/${string}` ? Name : never
}[ResourceName]

/** What the API answers for one record of a resource. */
export type EntityOf<Name extends ResourceName> = z.output<Groups[Name]['list']['answer']>[number]

/** How react-admin's verbs reach one kind of entity in /v2. */
export interface ResourceEndpoint {
  /** Path of the list, with the ids in place of the braces. */
  url: string
  /** Path that a new record is sent to. */
  createUrl: string
  schema: z.ZodType<{ id: string }>
  /**
   * `cursor` and `offset` page on the server, `keyset` as well, without row offsets; `whole` fetches everything once,
   * then pages here.
   */
  paging: 'cursor' | 'offset' | 'keyset' | 'whole'
  /** The server has `{path}/count`. */
  hasCount: boolean
  /** The schemas of the list's query parameters. */
  query: Readonly<Record<string, z.ZodType>>
}

function pagingOf(query: Readonly<Record<string, z.ZodType>>): ResourceEndpoint['paging'] {
  if (query.cursor) return query.offset ? 'cursor' : 'keyset'
  return query.offset ? 'offset' : 'whole'
}

const isRange = (value: unknown): value is { start?: string; end?: string } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A filter's value as a query parameter; of one that takes a single word, several chosen words mean no filter. */
function parameterOf(schema: z.ZodType, value: unknown): QueryValue {
  const chosen = Array.isArray(value) ? value.filter((item) => typeof item === 'string') : value
  if (Array.isArray(chosen))
    return schema.safeParse(chosen).success ? chosen : chosen.length === 1 ? chosen[0] : undefined
  return typeof chosen === 'string' ? chosen : undefined
}

/** What a list's filter asks the server for at this moment: parameters of the same name, a time range as `after` and `before`. */
export function queryOf(
  { query }: Pick<ResourceEndpoint, 'query'>,
  filter: Record<string, unknown>,
): Record<string, QueryValue> {
  const parameters: Record<string, QueryValue> = {}
  for (const [source, value] of Object.entries(resolveRanges(filter))) {
    const schema = query[source]
    if (schema) parameters[source] = parameterOf(schema, value)
    else if (isRange(value) && query.after)
      Object.assign(parameters, { after: value.start, before: value.end })
  }
  return parameters
}

/**
 * The endpoint of a resource. Errors: the resource is unknown, or a space's outside of a space.
 * @param filter of a list; names its owner where the path does: `connectorId` for its deliveries
 */
export function endpointOf(
  resource: string,
  spaceId: string | null,
  filter: Record<string, unknown> = {},
): ResourceEndpoint {
  const group = new Map<string, Group>(Object.entries(groups)).get(resource)
  if (!group) throw new Error(`Unknown resource ${resource}`)
  const { list, count, create = group.invite ?? list } = group
  if (list.path.includes('{spaceId}') && !spaceId) throw new Error(`${resource} exist in a space only`)
  const values = new Map<string, unknown>(Object.entries({ ...filter, spaceId }))
  const query: Record<string, z.ZodType> = list.query?.shape ?? {}
  const urlOf = ({ path }: Endpoint) =>
    path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
      const value = values.get(name)
      return typeof value === 'string' ? encodeURIComponent(value) : ''
    })
  return {
    url: urlOf(list),
    createUrl: urlOf(create),
    schema: list.answer.element,
    paging: pagingOf(query),
    hasCount: count !== undefined,
    query,
  }
}
