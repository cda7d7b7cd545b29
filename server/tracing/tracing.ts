import type { MiddlewareHandler } from 'hono'
import type { Pool } from 'pg'

/** Attributes of a span. Never a token, a key, a body, a query, or what a person wrote. */
type Attributes = Record<string, string | number | boolean>

/** A piece of work in a trace. */
interface SpanOptions {
  /** The same for all work of a kind: no name has an id. */
  name: string
  /** `client` for a request to another server. */
  kind?: 'internal' | 'client'
  /** Whether it begins a trace of its own, whatever started it. */
  isRoot?: boolean
  attributes?: Attributes
}

/** Adds attributes that are known only later. */
type SetAttributes = (attributes: Attributes) => void

/** How traces are made; the attributes are those of OpenTelemetry's conventions. */
export interface Tracing {
  /** A span for each request, which continues the trace of the caller. */
  requests: MiddlewareHandler
  /** Adds a span for each statement on the connections of a pool that belongs to another span. */
  watch: (pool: Pool) => void
  inSpan: <Result>(
    span: SpanOptions,
    work: (setAttributes: SetAttributes) => Promise<Result>,
  ) => Promise<Result>
  /** Sends the remaining traces. */
  stop: () => Promise<void>
}
