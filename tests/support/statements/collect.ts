import { appendFileSync, mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Pool } from 'pg'
import { z } from 'zod'

/** Where a run of the server's tests puts the statements that it has collected: a file of each of its processes. */
export const COLLECTED = fileURLToPath(new URL('../../../.cache/statements/', import.meta.url))

const seen = new Set<string>()

const statementSchema = z.union([z.string(), z.object({ text: z.string() }).transform(({ text }) => text)])

/** Notes a statement, once. */
function note(statement: unknown) {
  const { data: text } = statementSchema.safeParse(statement)
  if (text === undefined || seen.has(text)) return
  seen.add(text)
  mkdirSync(COLLECTED, { recursive: true })
  appendFileSync(`${COLLECTED}${process.pid}.jsonl`, `${JSON.stringify(text)}\n`)
}

/** Collects what is sent by the connections of a pool; `npm test -- statements` checks it. */
export function collectStatements(pool: Pool): void {
  pool.on('connect', (client) => {
    const send = client.query.bind(client)
    client.query = new Proxy(send, {
      apply: (_, self, args: unknown[]): unknown => {
        note(args[0])
        return Reflect.apply(send, self, args)
      },
    })
  })
}
