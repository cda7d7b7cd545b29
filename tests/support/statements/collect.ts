import { appendFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Client, type Pool } from 'pg'
import { z } from 'zod'

/** Where a run of the server's tests puts the statements that it has collected: a file of each of its processes. */
const COLLECTED = fileURLToPath(new URL('../../../.cache/statements/', import.meta.url))

const collectedSchema = z.object({
  text: z.string(),
  /** Of a prepared statement. */
  name: z.string().optional(),
  /**
   * For each parameter the number of the first one that had the same id, so that one space is distinguished from two.
   */
  same: z.array(z.int()),
})
export type Collected = z.infer<typeof collectedSchema>

const sentSchema = z.looseObject({
  text: z.string(),
  name: z.string().optional(),
  values: z.array(z.unknown()).optional(),
})

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const idOf = (value: unknown) =>
  typeof value === 'string' && UUID.test(value) ? value.toLowerCase() : undefined

function samenessOf(values: readonly unknown[]): number[] {
  const ids = values.map(idOf)
  return ids.map((id, index) => (id === undefined ? index : ids.indexOf(id)) + 1)
}

const seen = new Set<string>()

/** Notes a statement once for each way in which its parameters are equal. */
function note([statement, given]: readonly unknown[]) {
  const sent = typeof statement === 'string' ? { text: statement } : statement
  const { success, data } = sentSchema.safeParse(sent)
  if (!success) return
  const { text, name, values = given } = data
  const collected: Collected = { text, name, same: samenessOf(Array.isArray(values) ? values : []) }
  const line = `${JSON.stringify(collected)}\n`
  if (seen.has(line)) return
  seen.add(line)
  mkdirSync(COLLECTED, { recursive: true })
  appendFileSync(`${COLLECTED}${process.pid}.jsonl`, line)
}

/** Collects what is sent by the connections of a pool; `npm test -- statements` holds it against the rules. */
export function collectStatements(pool: Pool): void {
  pool.on('connect', (client) => {
    client.query = new Proxy(client.query.bind(client), {
      apply: (_, __, args: unknown[]): unknown => {
        note(args)
        // Looked up at each call, because tests may watch what all clients send.
        const send: unknown = Reflect.get(Client.prototype, 'query')
        return typeof send === 'function' ? Reflect.apply(send, client, args) : undefined
      },
    })
  })
}

/** What the last run has collected. */
export function readCollected(): Collected[] {
  mkdirSync(COLLECTED, { recursive: true })
  const lines = readdirSync(COLLECTED).flatMap((file) =>
    readFileSync(`${COLLECTED}${file}`, 'utf8').trim().split('\n'),
  )
  return [...new Set(lines)].map((line) => collectedSchema.parse(JSON.parse(line)))
}
