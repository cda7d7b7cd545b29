import { appendFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Client, type Pool } from 'pg'
import { z } from 'zod'

/** Folder of the statements collected by a run of the server's tests: one file for each process. */
const COLLECTED = fileURLToPath(new URL('../../../.cache/statements/', import.meta.url))

const collectedSchema = z.object({
  text: z.string(),
  /** Name of a prepared statement. */
  name: z.string().optional(),
  /**
   * For each parameter the number of the first one with the same id, so that one space is distinguished from two.
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

/** Records a statement once for each combination of equal parameters. */
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

/** Collects the statements of a pool's connections; `npm test -- statements` checks them against the rules. */
export function collectStatements(pool: Pool): void {
  pool.on('connect', (client) => {
    client.query = new Proxy(client.query.bind(client), {
      apply: (_, __, args: unknown[]): unknown => {
        note(args)
        // Look it up at each call, because tests may spy on all clients.
        const send: unknown = Reflect.get(Client.prototype, 'query')
        return typeof send === 'function' ? Reflect.apply(send, client, args) : undefined
      },
    })
  })
}

/** Reads the statements of the last run. */
export function readCollected(): Collected[] {
  mkdirSync(COLLECTED, { recursive: true })
  const lines = readdirSync(COLLECTED).flatMap((file) =>
    readFileSync(`${COLLECTED}${file}`, 'utf8').trim().split('\n'),
  )
  return [...new Set(lines)].map((line) => collectedSchema.parse(JSON.parse(line)))
}
