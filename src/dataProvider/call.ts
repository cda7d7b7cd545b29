import type { z } from 'zod'
import type { Endpoint } from '#contract/common'
import { wordsOfSingle } from '#contract/common/single'
import { type Client, type QueryValue, type RequestOptions, readAnswer } from './client'

/** A path of the contract with its placeholders filled in; values that are neither text nor number become empty. */
export const pathOf = (path: string, values: Readonly<Record<string, unknown>> = {}): string =>
  path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    return typeof value === 'string' || typeof value === 'number' ? encodeURIComponent(value) : ''
  })

/** Arguments of a call. */
export interface EndpointOptions<E extends Endpoint> {
  /** Values for the path's placeholders. */
  params?: { [Name in keyof z.output<NonNullable<E['params']>>]?: string | number }
  query?: { [Name in keyof z.input<NonNullable<E['query']>>]?: QueryValue }
  body?: E['body'] extends z.ZodType ? z.input<E['body']> : undefined
  /** For a call that takes a file. */
  file?: E extends { takesFile: true } ? Blob : undefined
  headers?: RequestOptions['headers']
  /** Sends no bearer token. */
  anonymous?: boolean
  signal?: AbortSignal
}

/** Whether a query parameter is a list. */
export const takesList = (schema: z.ZodType) => Array.isArray(schema.safeParse([]).data)

/**
 * A parameter in the form of the specification. A list parameter gets a list, even of one value. A parameter that takes
 * one or several words gets a single word as such (`direction=up`); a list of all words filters nothing and is left
 * out.
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

/** A query in the form of the specification. */
const inForm = (endpoint: Endpoint, query: Record<string, QueryValue> = {}) =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => {
      const schema = endpoint.query?.shape[name]
      return [name, schema ? parameterOf(schema, value) : value]
    }),
  )

/** The answer of an endpoint; undefined where the contract has none. */
export type AnswerOf<E extends Endpoint> = E extends { answersFile: true }
  ? Blob
  : E['answer'] extends z.ZodType
    ? z.output<E['answer']>
    : undefined

/** The id of a call's record, from its address. A change counts as stored, even if the answer lacks the id. */
function knownOf({ method, path }: Endpoint, params: object = {}): { id: unknown } | undefined {
  const [, name] = /\{(\w+)\}$/.exec(path) ?? []
  const id: unknown = name && Reflect.get(params, name)
  return id === undefined && method === 'get' ? undefined : { id: id ?? '' }
}

/**
 * Calls an endpoint of the contract and parses its answer by the schema. Errors: those of the client.
 * @param spaceId used in the path if `params` have none
 */
export async function callEndpoint<const E extends Endpoint>(
  client: Client,
  endpoint: E,
  { params, query, file, body, ...options }: EndpointOptions<E> = {},
  spaceId?: string | null,
): Promise<AnswerOf<E>> {
  const path = pathOf(endpoint.path, { spaceId, ...params })
  const answer = await client.request(endpoint.method.toUpperCase(), path, {
    ...options,
    body: file ?? body,
    query: inForm(endpoint, query),
    ...(endpoint.answersFile && { isFile: true }),
  })
  const known = knownOf(endpoint, params)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the client has read a file, which a conditional type cannot express
  if (endpoint.answersFile) return answer as AnswerOf<E>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema has checked it, which a conditional type cannot express
  return (endpoint.answer && (await readAnswer(client, endpoint.answer, answer, known))) as AnswerOf<E>
}
