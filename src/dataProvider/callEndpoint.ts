import type { z } from 'zod'
import type { Endpoint } from '#contract/common'
import type { Client, QueryValue } from './client'

interface EndpointOptions<E extends Endpoint> {
  /** Values of the braces in the path. */
  params?: { [Name in keyof z.output<NonNullable<E['params']>>]?: string | number }
  query?: { [Name in keyof z.input<NonNullable<E['query']>>]?: QueryValue }
  body?: E['body'] extends z.ZodType ? z.input<E['body']> : undefined
  signal?: AbortSignal
}

/** Calls an endpoint of the contract that answers with JSON. Errors: those of the client. */
export async function callEndpoint<const E extends Endpoint & { answer: z.ZodType }>(
  client: Client,
  endpoint: E,
  { params = {}, ...options }: EndpointOptions<E> = {},
): Promise<z.output<E['answer']>> {
  const values = new Map(Object.entries(params).map(([name, value]) => [name, String(value)]))
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) =>
    encodeURIComponent(values.get(name) ?? ''),
  )
  return client.call<E['answer']>(endpoint.answer, endpoint.method.toUpperCase(), path, options)
}
