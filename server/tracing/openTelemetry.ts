import { setTimeout as sleep } from 'node:timers/promises'
import {
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type TextMapGetter,
  trace,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import {
  type ExportResult,
  ExportResultCode,
  setGlobalErrorHandler,
  W3CTraceContextPropagator,
} from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import {
  ATTR_ERROR_TYPE,
  ATTR_HTTP_REQUEST_METHOD,
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  ATTR_HTTP_ROUTE,
  ATTR_SERVICE_NAME,
  ATTR_SERVICE_VERSION,
} from '@opentelemetry/semantic-conventions'
import type { Context } from 'hono'
import { routePath } from 'hono/route'
import type { Pool } from 'pg'
import { reasonOf } from '../errors'
import { knownMethod, type Log } from '../log'
import { aboutStatement, tracedQuery } from './statements'
import type { Tracing } from './tracing'

/** Milliseconds that a stopping server waits for the collector. */
const LAST_CHANCE = 3000

/** Only the caller's trace is read, nothing else that it may send. */
const headers: TextMapGetter<Context> = {
  get: (c, name) => c.req.header(name),
  keys: () => [],
}

const KINDS = { internal: SpanKind.INTERNAL, client: SpanKind.CLIENT }

/** The type of an error; its message may contain what a person wrote. */
function typeOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  return error instanceof Error ? error.name : typeof error
}

function fail(span: Span, error: unknown) {
  span.setAttribute(ATTR_ERROR_TYPE, typeOf(error))
  span.setStatus({ code: SpanStatusCode.ERROR })
}

/** Sends an empty list of traces. Rejects if no collector accepts it. */
export async function sendNothing(): Promise<void> {
  const exporter = new OTLPTraceExporter()
  const { code, error } = await new Promise<ExportResult>((resolve) => exporter.export([], resolve))
  await exporter.shutdown()
  if (code !== ExportResultCode.SUCCESS) throw error ?? new Error('it does not take traces')
}

interface Settings {
  version: string
  log: Log
}

/**
 * Makes traces with OpenTelemetry. Its own variables say where they go, which of them, and the name of the service; see docs, monitoring.
 */
export function openTelemetry({ version, log }: Settings): Tracing {
  const logFailure = (error: unknown) => log.error('traces cannot be sent', { error: reasonOf(error) })
  setGlobalErrorHandler(logFailure)
  context.setGlobalContextManager(new AsyncLocalStorageContextManager())
  const propagator = new W3CTraceContextPropagator()
  propagation.setGlobalPropagator(propagator)
  const own = resourceFromAttributes({ [ATTR_SERVICE_NAME]: 'spaceport', [ATTR_SERVICE_VERSION]: version })
  const provider = new BasicTracerProvider({
    resource: own.merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  })
  const tracer = provider.getTracer('spaceport', version)

  return {
    requests: async (c, next) => {
      const method = knownMethod(c.req.method)
      const parent = propagator.extract(ROOT_CONTEXT, c, headers)
      const span = tracer.startSpan(
        method,
        { kind: SpanKind.SERVER, attributes: { [ATTR_HTTP_REQUEST_METHOD]: method } },
        parent,
      )
      try {
        await context.with(trace.setSpan(parent, span), next)
      } catch (error) {
        fail(span, error)
        span.end()
        throw error
      }
      const route = routePath(c)
      const { status } = c.res
      span.updateName(`${method} ${route}`)
      span.setAttributes({
        [ATTR_HTTP_ROUTE]: route,
        [ATTR_HTTP_RESPONSE_STATUS_CODE]: status,
        'spaceport.request.id': c.get('requestId'),
      })
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },

    watch: (pool: Pool) => {
      const traced = tracedQuery((text) => {
        if (!trace.getActiveSpan()) return undefined
        const { name, attributes } = aboutStatement(text)
        const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes })
        return (error) => {
          if (error) fail(span, error)
          span.end()
        }
      })
      pool.on('connect', (client) => {
        // oxlint-disable-next-line typescript/unbound-method -- it is called on the client again
        client.query = traced(client.query)
      })
    },

    inSpan: ({ name, kind = 'internal', isRoot = false, attributes = {} }, work) =>
      tracer.startActiveSpan(name, { kind: KINDS[kind], root: isRoot, attributes }, async (span) => {
        try {
          return await work((more) => span.setAttributes(more))
        } catch (error) {
          fail(span, error)
          throw error
        } finally {
          span.end()
        }
      }),

    stop: async () => {
      const late = new AbortController()
      await Promise.race([
        provider.shutdown().catch(logFailure),
        sleep(LAST_CHANCE, undefined, { signal: late.signal }).catch(() => undefined),
      ])
      late.abort()
    },
  }
}
