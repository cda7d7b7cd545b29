import type { z } from 'zod'
import type { Endpoint } from '#contract/common'
import { wordsOfSingle } from '#contract/common/single'
import { type Client, type QueryValue, type RequestOptions, readAnswer } from './client'

/** A path of the contract with values in place of the braces; those that are neither text nor number become empty. */
export const pathOf = (path: string, values: Readonly<Record<string, unknown>> = {}): string =>
  path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    return typeof value === 'string' || typeof value === 'number' ? encodeURIComponent(value) : ''
  })

/** What a call of an endpoint sends. */
export interface EndpointOptions<E extends Endpoint> {
  /** Values of the braces in the path. */
  params?: { [Name in keyof z.output<NonNullable<E['params']>>]?: string | number }
  query?: { [Name in keyof z.input<NonNullable<E['query']>>]?: QueryValue }
  body?: E['body'] extends z.ZodType ? z.input<E['body']> : undefined
  headers?: RequestOptions['headers']
  signal?: AbortSignal
}

/** Whether a query parameter is a list. */
export const takesList = (schema: z.ZodType) => Array.isArray(schema.safeParse([]).data)

/**
 * A parameter as the specification has it: one that takes a list gets a list, also of one value. Of one that takes a single word
 * or several, one is sent as such (`direction=up`), and all words, which filter nothing, are left out.
 */
export function parameterOf(schema: z.ZodType, value: QueryValue): QueryValue {
  if (!takesList(schema) || (typeof value !== 'string' && !Array.isArray(value))) return value
  const [first, ...more]: readonly string[] = [value].flat()
  if (first === undefined) return undefined
  const words = wordsOfSingle(schema)
  if (words && more.length === 0) return first
  const all = [first, ...more]
  return words?.length === all.length && words.every((word) => all.includes(word)) ? undefined : all
}

/** A query as the specification has it. */
const inForm = (endpoint: Endpoint, query: Record<string, QueryValue> = {}) =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => {
      const schema = endpoint.query?.shape[name]
      return [name, schema ? parameterOf(schema, value) : value]
    }),
  )

/** What an endpoint answers; nothing where the contract has no answer. */
export type AnswerOf<E extends Endpoint> = E['answer'] extends z.ZodType ? z.output<E['answer']> : undefined

/** The id of the record that a call is about, by its address. What was changed is stored, whatever the server says of it. */
function knownOf({ method, path }: Endpoint, params: object = {}): { id: unknown } | undefined {
  const [, name] = /\{(\w+)\}$/.exec(path) ?? []
  const id: unknown = name && Reflect.get(params, name)
  return id === undefined && method === 'get' ? undefined : { id: id ?? '' }
}

/**
 * Calls an endpoint of the contract, and answers what its schema makes of the answer. Errors: those of the client.
 * @param spaceId stands in the path where `params` have none
 */
export async function callEndpoint<const E extends Endpoint>(
  client: Client,
  endpoint: E,
  { params, query, ...options }: EndpointOptions<E> = {},
  spaceId?: string | null,
): Promise<AnswerOf<E>> {
  const path = pathOf(endpoint.path, { spaceId, ...params })
  const answer = await client.request(endpoint.method.toUpperCase(), path, {
    ...options,
    query: inForm(endpoint, query),
  })
  const known = knownOf(endpoint, params)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema has checked it, which a conditional type cannot follow
  return (endpoint.answer && (await readAnswer(client, endpoint.answer, answer, known))) as AnswerOf<E>
}
