import { pipeline } from 'node:stream/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Client } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { KEY_PERMISSIONS } from '#contract/permissions'
import { isLocked, type Queryable, violatedConstraint } from '../../../db/database'
import { checkSchema, lastMigration } from '../../../db/migrate'
import { ensureMonths, ensurePartitions, monthStart } from '../../../db/partitions'
import type { Lifetime } from '../../../lifetime'
import { note } from '../../audit/note'
import { pauseAllConnectors } from '../../connectors/operation'
import { addMail } from '../../mail/queue'
import { columnsOf, PLAIN_TEXT, placesOf, quoted } from '../catalog'
import { startTrial } from '../check'
import { BackupError, type BackupTable, type Header, type Manifest } from '../format'
import { loadBackup } from '../load'
import type { Piece } from '../read'
import { lockBackups } from '../write'
import { accountOf, findPeople, NAMED, NOTHING, type Person } from './movedPeople'
import { readSpaceBy } from './ofSpace'

type Space = NonNullable<Header['space']>

interface Options {
  /** Ends the PostgreSQL of the trial. */
  lifetime: Lifetime
  /** Days for which the connectors are paused. */
  days: number
}

/** The result of a move. */
interface MovedIn {
  manifest: Manifest
  /** Number of paused connectors. */
  paused: number
  /** People who already had an account. */
  known: string[]
  /** People who are invited by e-mail. */
  invited: string[]
}

/**
 * Moves a space from a file into a database with other spaces, even while servers use it, completely or not at all. The file is restored
 * into a PostgreSQL that is deleted afterwards, which checks all rows and brings them up to date, and the space is copied from there.
 * @throws BackupError if part of it is there already, or the file is not what it says
 */
export async function moveSpaceIn(
  connectionString: string,
  space: Space,
  pieces: AsyncIterable<Piece>,
  { lifetime, days }: Options,
): Promise<MovedIn> {
  const target = await connect(connectionString, lifetime)
  if ((await checkSchema(target)) > 0)
    throw new BackupError(
      'The database is not of this version of the server. Start the server once, then try again.',
    )
  await refuseSpace(target, space)
  const trial = await startTrial(lifetime)
  let paused = 0
  const manifest = await loadBackup(trial, pieces, {
    isCompared: true,
    afterwards: async (client) => {
      await checkKeys(client)
      paused = await pauseAllConnectors(client, days)
    },
  })
  const source = await connect(trial, lifetime)
  if ((await source.query('select from space where id = $1', [space.id])).rowCount === 0)
    throw new BackupError('The file does not have the space that it names. Use another one.')
  await holdMonths(source, target)
  const migration = await lastMigration(target)
  await target.query('begin')
  const people = await copySpace(source, target, space)
  if ((await lastMigration(target)) !== migration)
    throw new BackupError('A newer version of the server has changed the tables meanwhile. Try again.')
  await target.query('commit')
  const emailsOf = (which: (each: Person) => boolean) => people.filter(which).map(({ email }) => email)
  const known = emailsOf(({ invited }) => !invited)
  return { manifest, paused, known, invited: emailsOf(({ invited, isInTime }) => invited && isInTime) }
}

async function connect(connectionString: string, lifetime: Lifetime): Promise<Client> {
  const client = new Client({ connectionString })
  client.on('error', () => undefined)
  // Undoes what was not committed.
  lifetime.defer(() => client.end())
  await client.connect()
  await client.query(PLAIN_TEXT)
  return client
}

/**
 * Creates the months that the space needs, and keeps them from being dropped. It also creates the next months: while rows are copied nobody
 * could, and trying would hold up all messages.
 */
async function holdMonths(source: Client, target: Client) {
  await lockBackups(target)
  try {
    await ensureMonths(target, await monthsOf(source))
    await ensurePartitions(target, new Date(), monthStart(new Date(), 1))
  } catch (error) {
    if (!isLocked(error)) throw error
    throw new BackupError(`The tables of messages are in use for long there. ${NOTHING} Try again later.`)
  }
  // The limit was for locks that hold up others.
  await target.query('reset lock_timeout')
}

/** @throws BackupError if the space is there, or rows of it that will be deleted */
async function refuseSpace(target: Client, { id }: Space) {
  const { rows } = await target.query<{ name: string }>('select name from space where id = $1', [id])
  if (rows[0])
    throw new BackupError(
      `The space ${id} is there already: “${rows[0].name}”. ${NOTHING} Delete it there, or move the file into another installation.`,
    )
  const left = await target.query('select from deletion where space_id = $1 limit 1', [id])
  if (left.rowCount !== 0)
    throw new BackupError(
      `The space ${id} was there before, and its messages are still being deleted. ${NOTHING} Try again later.`,
    )
}

/** What one space of an installation can claim, and the sentence that names it. */
const CLAIMED = [
  {
    found: 'select serial_number as name from device_credential where serial_number = any($1)',
    values: 'select serial_number as value from device_credential',
    sentence: (name: string) =>
      `The serial number ${name} is claimed there by a device of another space. ${NOTHING} Delete that device, or move it, and try again.`,
  },
  {
    found: 'select name from access_key where token_hash = any($1)',
    values: 'select token_hash as value from access_key',
    sentence: (name: string) =>
      `The key “${name}” of another space there has the same token. ${NOTHING} Delete one of them, and try again.`,
  },
]

/** @throws BackupError that names what another space has claimed */
async function refuseClaimed(source: Client, target: Client) {
  for (const { found, values, sentence } of CLAIMED) {
    const { rows } = await source.query<{ value: string | Buffer }>(values)
    const there = await target.query<{ name: string }>(`${found} limit 1`, [rows.map(({ value }) => value)])
    if (there.rows[0]) throw new BackupError(sentence(there.rows[0].name))
  }
}

/** The months, as in 2026-05, for which a database has rows in tables that are partitioned by month. */
async function monthsOf(source: Client): Promise<string[]> {
  const { rows } = await source.query<{ name: string }>(
    `select c.relname::text as name from pg_class c where c.relispartition and c.relkind = 'r'`,
  )
  const months = new Set<string>()
  for (const { name } of rows)
    if ((await source.query(`select from ${quoted(name)} limit 1`)).rowCount !== 0)
      months.add(name.slice(-7).replace('_', '-'))
  return [...months].toSorted()
}

const BEYOND_KEYS = `
  select k.name, coalesce(p.permission, 'null') as permission from access_key k cross join unnest(k.permissions) p (permission)
  where p.permission is null or p.permission <> all($1) order by 1, 2 limit 1`

/** The columns that find a key, and whether its tags limit it, follow from the key itself. */
const KEYS_AS_MADE = `
  update access_key k set token_hash = sha256(k.id::text::bytea), is_limited = exists (
    select from access_key_tag t where t.space_id = k.space_id and t.access_key_id = k.id)`

/** The same of people, whose permissions keys can have as well. */
const PEOPLE_AS_LIMITED = `
  update space_user m set is_limited = exists (
    select from space_user_tag t where t.space_id = m.space_id and t.space_user_id = m.user_id)`

const BEYOND_PEOPLE = `
  select coalesce(p.permission, 'null') as permission from space_user m cross join unnest(m.permissions) p (permission)
  where p.permission is null or p.permission <> all($1) order by 1 limit 1`

/** Checks that keys and people of a file, which anyone may have written, have no permissions that keys cannot have. @throws BackupError */
async function checkKeys(trial: Client): Promise<void> {
  const { rows } = await trial.query<{ name: string; permission: string }>(BEYOND_KEYS, [KEY_PERMISSIONS])
  if (rows[0])
    throw new BackupError(
      `The key “${rows[0].name}” in the file has the permission ${rows[0].permission}, which no key can have. ${NOTHING}`,
    )
  const people = await trial.query<{ permission: string }>(BEYOND_PEOPLE, [KEY_PERMISSIONS])
  if (people.rows[0])
    throw new BackupError(
      `A person in the file has the permission ${people.rows[0].permission}, which nobody can be given. ${NOTHING}`,
    )
  await trial.query(KEYS_AS_MADE)
  await trial.query(PEOPLE_AS_LIMITED)
}

const REFERENCES = `
  select k.conrelid::regclass::text as from, k.confrelid::regclass::text as to
  from pg_constraint k where k.contype = 'f' and k.conparentid = 0 and k.connamespace = 'public'::regnamespace`

/** The tables, each after those that it refers to. */
async function inOrder(source: Client, tables: readonly BackupTable[]): Promise<BackupTable[]> {
  const { rows } = await source.query<{ from: string; to: string }>(REFERENCES)
  const ordered: BackupTable[] = []
  for (let left = [...tables]; left.length > 0; ) {
    const waits = ({ name }: BackupTable) =>
      rows.some(({ from, to }) => from === name && to !== name && left.some((other) => other.name === to))
    const next = left.filter((table) => !waits(table))
    if (next.length === 0) throw new Error('tables refer to each other in a circle')
    ordered.push(...next)
    left = left.filter(waits)
  }
  return ordered
}

async function copySpace(source: Client, target: Client, space: Space): Promise<Person[]> {
  try {
    await refuseSpace(target, space)
    await refuseClaimed(source, target)
    const tx = drizzle(target)
    const people = await findPeople(source, tx, space.id)
    const { tables, sourceOf } = await readSpaceBy(source, space.id, { person: accountOf, values: NAMED })
    const going = tables.filter(({ name }) => name !== 'app_user')
    for (const table of await inOrder(source, going))
      for (const place of placesOf(table)) await copyRows(source, target, table, sourceOf(place, table))
    await noteAndInvite(tx, space, people)
    return people
  } catch (error) {
    const constraint = violatedConstraint(error)
    if (constraint === undefined) throw error
    throw new BackupError(`Something of the space is there already (${constraint}). ${NOTHING}`)
  }
}

async function copyRows(source: Client, target: Client, table: BackupTable, read: string) {
  // Entries outlive their space: some may be there when it comes back.
  const isKept = table.name === 'audit_entry'
  const into = isKept ? 'came_back' : table.name
  if (isKept) await target.query(`create temporary table came_back (like audit_entry) on commit drop`)
  await pipeline(
    source.query(copyTo(`copy ${read} to stdout`)),
    target.query(copyFrom(`copy ${quoted(into)} ${columnsOf(table)} from stdin`)),
  )
  if (isKept)
    await target.query(
      `insert into audit_entry ${columnsOf(table)} select ${table.columns.map(quoted).join()} from came_back on conflict do nothing`,
    )
}

const clock = { now: () => new Date() }

/** Records in the audit log that the space came, and sends the invitations. */
async function noteAndInvite(tx: Queryable, { id: spaceId, name }: Space, people: readonly Person[]) {
  const target = { id: spaceId, name }
  await note(tx, clock, null, { action: 'space.create', spaceId, target, after: { name } })
  for (const { email, role, isRefused, isInTime, accountId, invitationId } of people) {
    if (invitationId === null || isRefused || !isInTime) continue
    await addMail(tx, clock, { kind: 'invitation', spaceId, userId: accountId, senderId: null })
    await note(tx, clock, null, {
      action: 'user.invite',
      spaceId,
      target: { id: invitationId, name: email },
      after: { email, space_role: role },
    })
  }
}
