import type { Log } from '../log'
import type { Tracing } from './tracing'

let tracing: Tracing | null = null

/** The traces of this copy of the server; null unless they were started. */
export const currentTracing = (): Tracing | null => tracing

const ignoreAttributes = () => undefined

/** Does the work in a span, if there are traces. */
export const inSpan: Tracing['inSpan'] = (span, work) =>
  tracing ? tracing.inSpan(span, work) : work(ignoreAttributes)

interface Settings {
  version: string
  log: Log
}

/** Checks whether a collector accepts traces where the variables of OpenTelemetry say. Rejects if none does. */
export async function tryTracing(): Promise<void> {
  const { sendNothing } = await import('./openTelemetry')
  await sendNothing()
}

/** Starts traces, which go where the variables of OpenTelemetry say. Without this call its packages are not loaded. */
export async function startTracing(settings: Settings): Promise<Tracing> {
  const { openTelemetry } = await import('./openTelemetry')
  tracing = openTelemetry(settings)
  return tracing
}
