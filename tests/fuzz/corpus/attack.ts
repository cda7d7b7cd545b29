import type { Entry } from '#sandbox'

/** A script that harms the host, on purpose or by accident. */
export interface Attack {
  kind: string
  name: string
  entry: Entry
  source: string
  /** JSON text of what it must return, or the name of the error it must end with, where only one is right. */
  expected?: string | undefined
}

/** What a script returns or logs when it has reached something outside the engine. */
export const ESCAPED = 'ESCAPED'
/** In a source: the address of a listener that must never be asked. */
export const LISTENER = 'http://listener.invalid'

/** Names that a host might have; none of them exists inside. */
const HOST = `
  process require module global Buffer Deno Bun std os bjson scriptArgs self window document
  location navigator localStorage indexedDB caches parent fetch XMLHttpRequest WebSocket
  EventSource importScripts postMessage Worker setTimeout setInterval queueMicrotask performance
  crypto WebAssembly Intl print
`
  .trim()
  .split(/\s+/)

/** Ends a function body: looks for the host in `found`, and calls it when it is there. */
export const SEARCH = `
for (const name of ${JSON.stringify(HOST)}) {
  if (found == null || found[name] === undefined) continue
  try { found.fetch('${LISTENER}/' + name) } catch {}
  try { found.process.getBuiltinModule('http').get('${LISTENER}/' + name) } catch {}
  return '${ESCAPED} ' + name
}
return 'contained'`

/** JSON text that a search without a result returns. */
export const CONTAINED = '"contained"'

/** Attacks of one kind, by name: each is a function body, unless `entry` says otherwise. */
export const attacks = (
  kind: string,
  sources: Record<string, string>,
  { entry = 'body', expected }: { entry?: Entry; expected?: string } = {},
): Attack[] =>
  Object.entries(sources).map(([name, source]) => ({
    kind,
    name,
    entry,
    source,
    expected,
  }))
