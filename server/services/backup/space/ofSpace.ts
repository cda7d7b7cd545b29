import type { ClientBase } from 'pg'
import { checkSchema } from '../../../db/migrate'
import { quoted, type SourceOf, tablesOf } from '../catalog'
import { BackupError, type BackupTable } from '../format'

/** Tables with rows of spaces, which are not moved with them. */
export const STAYING: readonly string[] = [
  // Results of alert tests: they name e-mails and browsers, and are deleted in a day.
  'alert_test',
  // Pending notifications about alerts, and their counts.
  'alert_hour',
  'alert_news',
  // The demo simulates the devices that it came with.
  'simulated_device',
  // Waiting e-mails, and links that lead to this installation.
  'guest_link',
  'mail',
  'mail_link',
  'push',
]

const WITH_SPACE = `
  select c.relname::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and a.attname = 'space_id' and not a.attisdropped`

/** Columns that refer to people. */
const PEOPLE = `
  select t.relname::text as table, a.attname::text as column, a.attnotnull as "isNeeded"
  from pg_constraint k join pg_class t on t.oid = k.conrelid
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
  where k.contype = 'f' and k.conparentid = 0 and k.confrelid = 'app_user'::regclass`

/** The columns of an account by which its owner is found or invited; the others belong to them, not to the space. */
const ACCOUNT = ['id', 'email', 'language']

/** The tables with rows that belong to a space: those with its id, the space itself, and the accounts of its people. */
async function spaceTables(client: ClientBase): Promise<BackupTable[]> {
  const { rows } = await client.query<{ name: string }>(WITH_SPACE)
  const going = new Set(rows.map(({ name }) => name).filter((name) => !STAYING.includes(name)))
  const tables = await tablesOf(client)
  return tables
    .filter(({ name }) => going.has(name) || name === 'space' || name === 'app_user')
    .map((table) => (table.name === 'app_user' ? Object.assign(table, { columns: ACCOUNT }) : table))
}

/** How the rows of a space are read. */
interface Reading {
  /** SQL of the person that an expression names; null for nobody. */
  person: (id: string) => string
  /** SQL of other columns, by table and column. They read the row `t`. */
  values?: Record<string, string>
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/**
 * The tables with rows that belong to a space, and what COPY reads from them. References to people whom `reading` does not know become
 * null; a row that needs one is left out.
 */
export async function readSpaceBy(client: ClientBase, spaceId: string, { person, values = {} }: Reading) {
  if (!UUID.test(spaceId)) throw new BackupError(`${spaceId} is no id of a space.`)
  const { rows: people } = await client.query<{ table: string; column: string; isNeeded: boolean }>(PEOPLE)
  const sourceOf: SourceOf = (place, { name, columns }) => {
    const ofPeople = people.filter(({ table }) => table === name)
    const read = columns.map((column) => {
      const own = `t.${quoted(column)}`
      return ofPeople.some((each) => each.column === column)
        ? person(own)
        : (values[`${name}.${column}`] ?? own)
    })
    const isIts =
      name === 'app_user'
        ? `t.id in (select user_id from space_user where space_id = '${spaceId}')`
        : `t.${name === 'space' ? 'id' : 'space_id'} = '${spaceId}'`
    const known = ofPeople
      .filter(({ isNeeded }) => isNeeded)
      .map(({ column }) => ` and ${person(`t.${quoted(column)}`)} is not null`)
    return `(select ${read.join()} from ${quoted(place)} t where ${isIts}${known.join('')})`
  }
  return { tables: await spaceTables(client), sourceOf }
}

/**
 * The content of a file of one space: its rows, and the columns by which its people are found. Other people whom it names are left out.
 * @throws BackupError if there is no such space, or the tables are of an older version
 */
export async function selectSpace(client: ClientBase, id: string) {
  if ((await checkSchema(client)) > 0)
    throw new BackupError(
      'The tables are those of an older version of the server. Start this version once, then try again.',
    )
  const { rows } = UUID.test(id)
    ? await client.query<{ id: string; name: string }>('select id, name from space where id = $1', [id])
    : { rows: [] }
  const [space] = rows
  if (!space)
    throw new BackupError(`There is no space ${id}. Its id is in its address in the console, after /space/.`)
  const person = (column: string) =>
    `(select m.user_id from space_user m where m.space_id = '${id}' and m.user_id = ${column})`
  return { ...(await readSpaceBy(client, id, { person })), space }
}
