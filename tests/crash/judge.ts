import { setTimeout as wait } from 'node:timers/promises'
import { isExpected, type Ledger } from './ledger'
import type { startCounter } from './receiver'
import type { followMessages } from './tail'

/** Runs a statement past the servers. */
export type Ask = (statement: string, values?: unknown[]) => Promise<Record<string, unknown>[]>

/** Milliseconds in which deliveries and the tail must be complete after the load. */
const PATIENCE = 120_000

async function missing(ask: Ask, table: string, ids: readonly string[]): Promise<number> {
  const rows = await ask(`select id from ${table} where id = any($1::uuid[])`, [ids])
  const found = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => !found.has(id)).length
}

async function overwritten(ask: Ask, { variables, renamed }: Ledger): Promise<number> {
  const stored = [
    ...(await ask(`select id, value as number from variable where id = any($1::uuid[])`, [
      [...variables.keys()],
    ])),
    ...(await ask(
      `select id, substring(name from 'renamed-(.*)') as number from device where id = any($1::uuid[])`,
      [[...renamed.keys()]],
    )),
  ]
  const numbers = new Map(stored.map(({ id, number }) => [id, Number(number)]))
  return [...variables, ...renamed].filter(([id, change]) => !isExpected(change, numbers.get(id) ?? -1))
    .length
}

/** How many acknowledged writes are lost. What is changed now and then must rest meanwhile. */
export async function countLost(ask: Ask, ledger: Ledger, { isResting = false } = {}): Promise<number> {
  const devices = await missing(ask, 'device', [...ledger.devices])
  const messages = await missing(ask, 'message', [...ledger.messages])
  return devices + messages + (isResting ? await overwritten(ask, ledger) : 0)
}

interface Watched {
  ledger: Ledger
  spaceId: string
  receiver: Awaited<ReturnType<typeof startCounter>>
  tail: ReturnType<typeof followMessages>
}

/** Waits until all is delivered and seen; then says what is wrong, in sentences. The load has ended. */
export async function judge(ask: Ask, { ledger, spaceId, receiver, tail }: Watched): Promise<string[]> {
  const wrong = [...ledger.wrong].map(([sentence, times]) => `${sentence} (${times} times)`)
  const lost = await countLost(ask, ledger, { isResting: true })
  if (lost > 0) wrong.push(`${lost} acknowledged writes are lost`)

  const stored = await ask('select id from message where space_id = $1 order by created_at desc, id desc', [
    spaceId,
  ])
  const until = performance.now() + PATIENCE
  const pending = async () =>
    Number(
      (await ask(`select count(*) from delivery where space_id = $1 and state = 'pending'`, [spaceId]))[0]
        ?.count,
    )
  let left = await pending()
  while ((left > 0 || tail.seen() < stored.length) && performance.now() < until) {
    await wait(500)
    left = await pending()
  }
  tail.stop()
  wrong.push(...tail.judge(stored.map(({ id }) => String(id))))
  if (left > 0) wrong.push(`${left} deliveries are still pending`)
  const undelivered = ledger.routed.filter((id) => !receiver.arrived.has(id)).length
  if (undelivered > 0) wrong.push(`${undelivered} acknowledged messages were not delivered`)
  const [others] = await ask(
    `select count(*) from delivery where space_id = $1 and state not in ('pending', 'delivered')`,
    [spaceId],
  )
  if (Number(others?.count) > 0) wrong.push(`${String(others?.count)} deliveries failed`)
  return wrong
}

/** Lines of a server's log that must not be there. */
export const badLines = (said: string): string[] =>
  said.split('\n').filter((line) => /unexpected error|nothing waited for|ERR_UNHANDLED/.test(line))
