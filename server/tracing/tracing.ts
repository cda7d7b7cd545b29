import type { MiddlewareHandler } from 'hono'
import type { Pool } from 'pg'

/** What a span says. Never a token, a key, a body, a query, or what a person wrote. */
type Attributes = Record<string, string | number | boolean>

/** A piece of work in a trace. */
interface SpanOptions {
  /** The same for all work of a kind: no name has an id. */
  name: string
  /** `client` for a request to another server. */
  kind?: 'internal' | 'client'
  /** It begins a trace of its own, whatever started it. */
  isRoot?: boolean
  attributes?: Attributes
}

/** Adds what is known only later. */
type Tell = (attributes: Attributes) => void

/** How traces are made; the attributes are those of OpenTelemetry's conventions. */
export interface Tracing {
  /** A span for each request, which continues the trace of the caller. */
  requests: MiddlewareHandler
  /** A span for each statement on the connections of a pool that belongs to another span. */
  watch: (pool: Pool) => void
  inSpan: <Result>(span: SpanOptions, work: (tell: Tell) => Promise<Result>) => Promise<Result>
  /** Sends what is not sent yet. */
  stop: () => Promise<void>
}
