import { vi } from 'vitest'
import { z } from 'zod'
import { startReceiver } from './receiver'

const attributesSchema = z
  .array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) }))
  .transform((attributes) =>
    Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
  )
const spanSchema = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  status: z.object({ code: z.number().default(0) }),
  attributes: attributesSchema,
})
export type Span = z.infer<typeof spanSchema>

const exportSchema = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: attributesSchema }),
      scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })),
    }),
  ),
})

/** A tree of spans, as nested names. */
export type Tree = { [name: string]: Tree }

/** Starts a collector of traces: a real OTLP receiver over HTTP on the loopback. */
export async function startCollector() {
  const receiver = await startReceiver()
  const exports = () =>
    receiver.at('/v1/traces').flatMap(({ body }) => exportSchema.parse(JSON.parse(body)).resourceSpans)
  const spans = () => exports().flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
  const treeBelow = (parentSpanId: string): Tree =>
    Object.fromEntries(
      spans()
        .filter((span) => span.parentSpanId === parentSpanId)
        .map(({ name, spanId }) => [name, treeBelow(spanId)]),
    )
  return {
    url: receiver.url,
    stop: receiver.stop,
    spans,
    /** Everything received, as text. */
    text: () => receiver.received.map(({ body, headers }) => `${JSON.stringify(headers)}${body}`).join('\n'),
    resources: () => exports().map(({ resource }) => resource.attributes),
    /** Waits for the first span with a name. */
    span: async (name: string): Promise<Span> =>
      vi.waitFor(
        () => {
          const found = spans().find((span) => span.name === name)
          if (!found)
            throw new Error(
              `no span is called ${name}: ${[...new Set(spans().map((span) => span.name))].join(', ')}`,
            )
          return found
        },
        { timeout: 30_000 },
      ),
    /** Spans within a span. */
    treeOf: ({ spanId }: Span) => treeBelow(spanId),
  }
}
