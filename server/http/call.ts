import type { z } from 'zod'
import type { Endpoint } from '#contract/common'
import type { Caller } from '../services/caller'
import type { JsonStream, JsonText } from '../services/json'

type Part<E, Name extends 'params' | 'query' | 'body'> =
  E extends Record<Name, infer Schema extends z.ZodType> ? z.output<Schema> : undefined

/** A checked call of an endpoint. */
export interface Call<E extends Endpoint> {
  params: Part<E, 'params'>
  query: Part<E, 'query'>
  body: Part<E, 'body'>
  caller: E['access'] extends 'bearer' ? Caller : null
  /** Network address of the caller, for rate limits. */
  address: string
}

/** What a handler answers: the answer of the contract, or its JSON. */
export type Answer<E> = E extends { answer: infer Schema extends z.ZodType }
  ? z.input<Schema> | JsonText | JsonStream
  : void
