import { createHash } from 'node:crypto'
import type { ClientBase, Pool } from 'pg'
import { isOverdue } from '../../db/database'
import { dropMessageMonth, isBackedUp, monthStart } from '../../db/partitions'
import { JOIN_DEVICE, MESSAGE_COLUMNS } from '../messages/columns'
import { type Archived, decode, encode, isSame } from './parquet'
import type { Store } from './store'

/** Messages that one statement reads: they may have a megabyte each. */
const PAGE = 250
/** Messages of a file, and characters of their bodies, from which on another begins. */
const FILE = { messages: 50_000, characters: 16 * 1024 * 1024 }

/** Where messages are archived. */
export interface Options {
  store: Store
  file?: typeof FILE
}

const OF_MONTH = 'm.created_at >= $1 and m.created_at < $2'
/** Those that the API shows: what people have deleted is not archived. */
const MESSAGES = `message m ${JOIN_DEVICE}`

const NEXT_SPACE = `
  select m.space_id as id from message m where ${OF_MONTH} and m.space_id > $3 order by m.space_id limit 1`

const NEXT_MESSAGES = `
  select ${MESSAGE_COLUMNS} from ${MESSAGES}
  where ${OF_MONTH} and m.space_id = $3 and (m.created_at, m.id) > ($4::timestamptz, $5::uuid)
  order by m.created_at, m.id limit ${PAGE}`

const COUNT = `select count(*)::int as messages from ${MESSAGES} where ${OF_MONTH}`

/**
 * A sum of all that can change of the messages of a month, with those of deleted devices. Everybody waits for it: it reads indexes
 * only, and PostgreSQL reads them side by side.
 */
const SEAL = `
  select concat_ws(' ', messages, ids, states) as seal from
    (select count(*) as messages, bit_xor(uuid_hash_extended(m.id, 0)) as ids from message m where ${OF_MONTH}) a,
    (select bit_xor(hash_record_extended(row(m.id, m.down_state, m.down_attempt, m.down_state_at), 0)) as states
      from message m where ${OF_MONTH} and m.direction = 'down') b`

const NO_ID = '00000000-0000-0000-0000-000000000000'
const boundsOf = (month: Date) => [month, monthStart(month, 1)]

async function countOf(db: Pool, month: Date): Promise<number | undefined> {
  const { rows } = await db.query<{ messages: number }>(COUNT, boundsOf(month))
  return rows[0]?.messages
}

/** Longest time in which nobody can use messages because of a month, in milliseconds. */
const LOCKED_MAX = 10_000
const TOO_LONG = 'counting them takes too long, for nobody could send meanwhile; vacuum their table'

async function sealOf(db: Pool | ClientBase, month: Date): Promise<string> {
  const { rows } = await db.query<{ seal: string }>(SEAL, boundsOf(month))
  const [row] = rows
  if (!row) throw new Error('the database did not count them')
  return row.seal
}

/** The ids of the spaces that have messages in a month. */
async function* spacesOf(db: Pool, month: Date): AsyncGenerator<string> {
  for (let last = NO_ID; ; ) {
    const { rows } = await db.query<{ id: string }>(NEXT_SPACE, [...boundsOf(month), last])
    const [space] = rows
    if (!space) return
    yield space.id
    last = space.id
  }
}

/** The messages of a space in a month, in the order of time, as many at once as a file has. */
async function* partsOf(
  db: Pool,
  month: Date,
  { spaceId, file }: { spaceId: string; file: typeof FILE },
): AsyncGenerator<Archived[]> {
  let part: Archived[] = []
  let characters = 0
  let [at, id]: [unknown, string] = [month, NO_ID]
  for (;;) {
    const values = [...boundsOf(month), spaceId, at, id]
    const { rows } = await db.query<Archived>(NEXT_MESSAGES, values)
    for (const message of rows) {
      part.push(message)
      characters += String(message.body ?? '').length + String(message.raw ?? '').length
    }
    const last = rows.at(-1)
    if (part.length >= file.messages || characters >= file.characters || (!last && part.length > 0)) {
      yield part
      part = []
      characters = 0
    }
    if (!last) return
    ;[at, id] = [last.created_at, last.id]
  }
}

const folderOf = (month: Date, spaceId: string) => `space=${spaceId}/month=${month.toISOString().slice(0, 7)}`

const ID = '[0-9a-f-]{36}'
const NAME = new RegExp(`/messages-(${ID})-(${ID})-[0-9a-f]{16}\\.parquet$`)

/** The name says which messages a file may have, because ids are in the order of time, and it is the same for the same content. */
function nameOf(messages: readonly Archived[], bytes: Uint8Array): string {
  const sum = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
  return `messages-${messages[0]?.id}-${messages.at(-1)?.id}-${sum}.parquet`
}

/** What of some messages, in their order, is in none of the files, or in another state. */
async function missingOf(messages: readonly Archived[], files: readonly string[], store: Store) {
  const missing = new Map(messages.map((message) => [message.id, message]))
  const [from = '', to = ''] = [messages[0]?.id, messages.at(-1)?.id]
  for (const file of files) {
    const [, first = '', last = ''] = NAME.exec(file) ?? []
    if (first > to || last < from) continue
    for (const archived of await readFile(store, file)) {
      const message = missing.get(archived.id)
      if (message && isSame(message, archived)) missing.delete(message.id)
    }
  }
  return [...missing.values()]
}

/** @throws Error that names the file when it is damaged */
async function readFile(store: Store, name: string): Promise<Archived[]> {
  const bytes = await store.read(name)
  try {
    return await decode(bytes)
  } catch {
    throw new Error(`${name} is damaged; put it elsewhere, and the messages are archived again`)
  }
}

/** Writes a file, and reads it again. @throws Error when it does not have exactly these messages */
async function writeFile(messages: readonly Archived[], folder: string, store: Store): Promise<void> {
  const bytes = encode(messages)
  const name = `${folder}/${nameOf(messages, bytes)}`
  await store.write(name, bytes)
  const found = await readFile(store, name)
  if (found.length !== messages.length || messages.some((message, i) => !isSame(message, found[i])))
    throw new Error(`${name} was not read as it was written`)
}

/**
 * Makes sure that the archive has all messages of a month, and adds files with those that it lacks.
 * @returns how many messages the month has
 */
async function fill(db: Pool, month: Date, { store, file = FILE }: Options): Promise<number> {
  let messages = 0
  for await (const spaceId of spacesOf(db, month)) {
    const folder = folderOf(month, spaceId)
    const files = (await store.list(folder)).filter((name) => NAME.test(name))
    for await (const part of partsOf(db, month, { spaceId, file })) {
      const missing = await missingOf(part, files, store)
      if (missing.length > 0) await writeFile(missing, folder, store)
      messages += part.length
    }
  }
  return messages
}

/** Times that a month is archived which others change meanwhile. */
const TRIES = 3

/**
 * Drops a month of messages when the archive has all of them, as they are.
 * @returns how many there were
 * @throws Error that says why the month stays
 */
export async function retireMonth(db: Pool, month: Date, options: Options): Promise<number> {
  if (await isBackedUp(db)) throw new Error('a backup reads them')
  for (let tries = 0; tries < TRIES; tries++) {
    const seal = await sealOf(db, month)
    const messages = await fill(db, month, options)
    if ((await countOf(db, month)) !== messages) continue
    // Once before, so that what the locked tables are asked for is in memory.
    const began = performance.now()
    if ((await sealOf(db, month)) !== seal) continue
    // While it is locked it may take longer: nobody shall wait in vain.
    if (performance.now() - began > LOCKED_MAX / 2) throw new Error(TOO_LONG)
    const hasChanged = async (client: ClientBase) => {
      await client.query(`set local statement_timeout = ${LOCKED_MAX}`)
      return (await sealOf(client, month)) !== seal
    }
    const outcome = await dropMessageMonth(db, month, hasChanged).catch((error: unknown) => {
      if (!isOverdue(error)) throw error
      throw new Error(TOO_LONG)
    })
    if (outcome === 'dropped') return messages
    if (outcome === 'busy') throw new Error('their tables are in use')
  }
  throw new Error('others change them all the time')
}
