import type { Ask } from '../harness/database'
import { isExpected, type Ledger } from '../harness/ledger'

async function missing(ask: Ask, table: string, ids: readonly string[]): Promise<number> {
  const rows = await ask(`select id from ${table} where id = any($1::uuid[])`, [ids])
  const found = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => !found.has(id)).length
}

/** Repeatedly changed numbers, by the id of their record. */
const NUMBERS = `
  select id, value as number from variable where id = any($1::uuid[])
  union all select id, substring(name from 'renamed-(.*)') from device where id = any($1::uuid[])`

async function overwritten(ask: Ask, { variables, renamed }: Ledger): Promise<number> {
  const changes = [...variables, ...renamed]
  const stored = await ask(NUMBERS, [changes.map(([id]) => id)])
  const numbers = new Map(stored.map(({ id, number }) => [id, Number(number)]))
  return changes.filter(([id, change]) => !isExpected(change, numbers.get(id) ?? -1)).length
}

/** Downlinks whose confirmation is lost. */
async function unconfirmed(ask: Ask, ids: readonly string[]): Promise<number> {
  const text = `select id from message where id = any($1::uuid[]) and down_outcome = 'confirmed'`
  const found = new Set((await ask(text, [ids])).map(({ id }) => id))
  return ids.filter((id) => !found.has(id)).length
}

/** Counts lost acknowledged writes. `isResting`: nothing is changed meanwhile. */
export async function countLost(ask: Ask, ledger: Ledger, { isResting = false } = {}): Promise<number> {
  const devices = await missing(ask, 'device', [...ledger.devices])
  const messages = await missing(ask, 'message', [...ledger.messages])
  const confirmed = await unconfirmed(ask, [...ledger.confirmed])
  return devices + messages + confirmed + (isResting ? await overwritten(ask, ledger) : 0)
}
