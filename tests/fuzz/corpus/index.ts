import { readFileSync } from 'node:fs'
import type { Entry } from '#sandbox'

/** A script that could harm the host, on purpose or by accident. */
export interface Attack {
  kind: string
  name: string
  /** Whether it is a whole script or a function body. */
  entry: Entry
  source: string
  /** JSON text of the required result, or name of the required error, when only one is right. */
  expected?: string | undefined
}

/** A script returns or logs this when it has reached something outside the engine. */
export const ESCAPED = 'ESCAPED'
/** In a source: the address of a listener that must never get a request. */
export const LISTENER = 'http://listener.invalid'

/** Names that a host might have; none of them exists inside. */
const HOST =
  `process require module global Buffer Deno Bun std os bjson scriptArgs self window document location navigator
  localStorage indexedDB caches parent fetch XMLHttpRequest WebSocket EventSource importScripts postMessage Worker setTimeout
  setInterval queueMicrotask performance crypto WebAssembly Intl print`.split(/\s+/)

/** Ends a function body: looks for the host in `found`, and calls it when it is there. */
const SEARCH = `
for (const name of ${JSON.stringify(HOST)}) {
  if (found == null || found[name] === undefined) continue
  try { found.fetch('${LISTENER}/' + name) } catch {}
  try { found.process.getBuiltinModule('http').get('${LISTENER}/' + name) } catch {}
  return '${ESCAPED} ' + name
}
return 'contained'`

/** `[kind] in main ends with TimeoutError`: common properties of the scripts below it. */
const HEADING = /^\[(?<kind>.+)\](?<main> in main)?(?: ends with (?<expected>.+))?$/

/** Reads the attacks of a file, one a line, as `name: source`. */
function attacksIn(file: string): Attack[] {
  const lines = readFileSync(new URL(file, import.meta.url), 'utf8').split('\n')
  const attacks: Attack[] = []
  let common: Pick<Attack, 'kind' | 'entry' | 'expected'> = { kind: file, entry: 'body' }
  for (const line of lines.filter((line) => line !== '' && !line.startsWith('# '))) {
    const heading = HEADING.exec(line)?.groups
    if (heading) {
      const { kind = '', main, expected } = heading
      common = { kind, entry: main === undefined ? 'body' : 'main', expected }
      continue
    }
    const [name = ''] = line.split(': ', 1)
    const source = line
      .slice(name.length + 2)
      .replaceAll(' $SEARCH', `\n${SEARCH}`)
      .replaceAll('$ESCAPED', ESCAPED)
      .replaceAll('$LISTENER', LISTENER)
      .replaceAll('$SOCKET', LISTENER.replace('http', 'ws'))
    attacks.push({ name, source, ...common })
  }
  return attacks
}

/** Sources with invisible characters, or too many characters for a line. */
const UNSHOWN: readonly [name: string, source: string, expected?: string][] = [
  ['nothing', '', 'null'],
  ['a body of a class', '} static { ', 'SyntaxError'],
  ['a body with a zero', 'return "a\0b".length', 'SyntaxError'],
  ['a body with other line ends', 'return 1\u2028\u2029\r;'],
  ['a body that begins with a mark', '\ufeffreturn 1'],
  ['a body with half of a sign', 'return "\ud800".length'],
  ['a body with a shebang', '#!/bin/sh\nreturn 1'],
  ['a body of 60 kB of brackets', `${'['.repeat(30_000)}${']'.repeat(30_000)}`],
  ['a body of 60 kB of one name', `return ${'a'.repeat(60_000)}`],
  ['a body of 60 kB of lines', '\n'.repeat(60_000)],
  ['a body of 60 kB of arrows', `return ${'a=>'.repeat(20_000)}1`],
  ['a body of 60 kB of conditions', `return ${'1?'.repeat(20_000)}1`],
  ['a body of 70 kB', `//${'x'.repeat(70_000)}`, 'SourceTooLargeError'],
  ['a body of signs beyond 64 kB', `//${'ž'.repeat(40_000)}`, 'SourceTooLargeError'],
]

/** All attacks. */
export const corpus: readonly Attack[] = [
  ...['hang.txt', 'memory.txt', 'recursion.txt', 'reach.txt', 'tricks.txt', 'strange.txt'].flatMap(attacksIn),
  ...UNSHOWN.map(
    ([name, source, expected]) => ({ kind: 'source', name, entry: 'body', source, expected }) as const,
  ),
]
