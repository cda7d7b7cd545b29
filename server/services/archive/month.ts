import { createHash } from 'node:crypto'
import type { ClientBase, Pool } from 'pg'
import { messagesOf, retireMessageMonth } from '../../db/detachedMonth'
import { isBackedUp, monthStart } from '../../db/partitions'
import { JOIN_DEVICE, MESSAGE_COLUMNS } from '../messages/columns'
import { type Archived, decode, encode, isSame } from './parquet'
import type { Store } from './store'

/** Messages that one statement reads: each may have a megabyte. */
const PAGE = 250
/** Messages of a file, and characters of their bodies, from which on another file begins. */
const FILE = { messages: 50_000, characters: 16 * 1024 * 1024 }

/** Where messages are archived. */
export interface Options {
  store: Store
  file?: typeof FILE
}

const OF_MONTH = 'm.created_at >= $1 and m.created_at < $2'
/** The messages of a space that the API shows: deleted ones are not archived. */
const OF_SPACE = `from message m ${JOIN_DEVICE} where ${OF_MONTH} and m.space_id = $3`

const NEXT_MESSAGES = `
  select ${MESSAGE_COLUMNS} ${OF_SPACE} and (m.created_at, m.id) > ($4::timestamptz, $5::uuid)
  order by m.created_at, m.id limit ${PAGE}`

const COUNT = `select count(*)::int as messages ${OF_SPACE}`

/**
 * A checksum by space of everything that can change in the messages of a month, including those of deleted devices, read only from indexes.
 */
const sealsIn = (table: string) => `
  select space_id as id, concat_ws(' ', messages, ids, states) as seal from
    (select space_id, count(*) as messages, bit_xor(uuid_hash_extended(m.id, 0)) as ids
      from ${table} m where ${OF_MONTH} group by space_id) a
    left join (select space_id, bit_xor(hash_record_extended(row(m.id, m.down_state, m.down_attempt, m.down_state_at, m.down_outcome, m.down_confirmed_at), 0)) as states
      from ${table} m where ${OF_MONTH} and m.direction = 'down' group by space_id) b using (space_id)
  order by space_id`

const NO_ID = '00000000-0000-0000-0000-000000000000'
const boundsOf = (month: Date) => [month, monthStart(month, 1)]

/** The checksums of a month by space. */
type Seals = ReadonlyMap<string, string>

async function sealsOf(db: ClientBase, month: Date): Promise<Seals> {
  const { rows } = await db.query<{ id: string; seal: string }>(sealsIn(messagesOf(month)), boundsOf(month))
  return new Map(rows.map(({ id, seal }) => [id, seal]))
}

async function countOf(db: Pool, month: Date, spaceId: string): Promise<number | undefined> {
  const { rows } = await db.query<{ messages: number }>(COUNT, [...boundsOf(month), spaceId])
  return rows[0]?.messages
}

/** The messages of a space in a month, in the order of time, as many at a time as a file has. */
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

/** Name of a file. It says which messages it may have, because ids are in the order of time, and it is the same for the same content. */
function nameOf(messages: readonly Archived[], bytes: Uint8Array): string {
  const sum = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
  return `messages-${messages[0]?.id}-${messages.at(-1)?.id}-${sum}.parquet`
}

/** The messages, in their order, that are missing from all files or are there in another state. */
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

/** @throws Error that names the file if it is damaged */
async function readFile(store: Store, name: string): Promise<Archived[]> {
  const bytes = await store.read(name)
  try {
    return await decode(bytes)
  } catch {
    throw new Error(`${name} is damaged; put it elsewhere, and the messages are archived again`)
  }
}

/** Writes a file, and reads it again. @throws Error if it does not have exactly these messages */
async function writeFile(messages: readonly Archived[], folder: string, store: Store): Promise<void> {
  const bytes = encode(messages)
  const name = `${folder}/${nameOf(messages, bytes)}`
  await store.write(name, bytes)
  const found = await readFile(store, name)
  if (found.length !== messages.length || messages.some((message, i) => !isSame(message, found[i])))
    throw new Error(`${name} was not read as it was written`)
}

/**
 * Checks that the archive has all messages of a space in a month, and adds files with the missing ones.
 * @returns how many there were
 */
async function fill(db: Pool, month: Date, spaceId: string, options: Options): Promise<number> {
  const { store, file = FILE } = options
  const folder = folderOf(month, spaceId)
  const files = (await store.list(folder)).filter((name) => NAME.test(name))
  let messages = 0
  for await (const part of partsOf(db, month, { spaceId, file })) {
    const missing = await missingOf(part, files, store)
    if (missing.length > 0) await writeFile(missing, folder, store)
    messages += part.length
  }
  return messages
}

/** Attempts to archive spaces that others change meanwhile. */
const TRIES = 10

/**
 * Drops a month of messages when the archive has all of them, in their current state.
 * @param client connection that has locked the archive
 * @returns how many there were
 * @throws Error that says why the month stays
 */
export async function retireMonth(
  db: Pool,
  client: ClientBase,
  month: Date,
  options: Options,
): Promise<number> {
  if (await isBackedUp(db)) throw new Error('a backup reads them')
  /** The archived content by space: the checksum from before the messages were read. */
  const archived = new Map<string, { seal: string; messages: number }>()
  const changedOf = (seals: Seals) =>
    [...seals].filter(([spaceId, seal]) => archived.get(spaceId)?.seal !== seal)
  for (let tries = 0; tries < TRIES; tries++) {
    const seals = await sealsOf(client, month)
    const changed = changedOf(seals)
    for (const [spaceId, seal] of changed) {
      const messages = await fill(db, month, spaceId, options)
      if ((await countOf(db, month, spaceId)) === messages) archived.set(spaceId, { seal, messages })
    }
    if (changed.length > 0) continue
    const isArchived = async () => changedOf(await sealsOf(client, month)).length === 0
    const outcome = await retireMessageMonth(client, month, isArchived)
    if (outcome === 'dropped')
      return [...seals.keys()].reduce((sum, spaceId) => sum + (archived.get(spaceId)?.messages ?? 0), 0)
    if (outcome === 'busy') throw new Error('their tables are in use')
  }
  throw new Error('others change them all the time')
}
