import { getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import * as schema from './schema'

type Table = Extract<(typeof schema)[keyof typeof schema], PgTable>

/** The tables of what belongs to a space. */
type SpaceTable = Extract<Table, { _: { columns: { spaceId: { _: { notNull: true } } } } }>

/**
 * Where the rows of a table are if the database is spread over nodes with Citus:
 * - `reference`: all of them on every node. For rows that are read without a space, or are the same for all.
 * - `distributed`: by the hash of `space_id`, so that all rows of one space are on one node.
 * - `local`: only on the coordinator. No statement joins them with those of a space.
 */
export type Place = 'reference' | 'distributed' | 'local'

/** The column by whose hash the rows of distributed tables are placed. */
export const DISTRIBUTION_COLUMN = 'space_id'

/** The tables that are not distributed; one without a space that is missing here does not compile. */
const OTHERS: Record<Exclude<Table, SpaceTable>['_']['name'], Exclude<Place, 'distributed'>> &
  Partial<Record<SpaceTable['_']['name'], 'reference'>> = {
  app_user: 'reference',
  space: 'reference',
  space_user: 'reference',
  notice_setting: 'reference',
  access_key: 'reference',
  // The directory of serial numbers, each of which is unique in all spaces.
  device_credential: 'reference',

  auth_session: 'local',
  known_browser: 'local',
  authenticator: 'local',
  backup: 'local',
  database_size: 'local',
  identity: 'local',
  login_attempt: 'local',
  mail: 'local',
  mail_link: 'local',
  oauth_code: 'local',
  oauth_flow: 'local',
  passkey: 'local',
  passkey_challenge: 'local',
  push: 'local',
  push_browser: 'local',
  recovery_code: 'local',
  refused_sender: 'local',
  routine: 'local',
  server_copy: 'local',
  server_secret: 'local',
  server_setting: 'local',
  setup_token: 'local',
  simulated_sim: 'local',
}

const others: ReadonlyMap<string, Place> = new Map(Object.entries(OTHERS))

/** The place of every table: those of spaces are distributed. `npm run distribute` puts them there. */
export const PLACES: Readonly<Record<string, Place>> = {
  // The first: the rows of all others are colocated with its own.
  tag: 'distributed',
  ...Object.fromEntries(
    Object.values(schema)
      .filter((table) => is(table, PgTable))
      .map((table) => getTableName(table))
      .map((name): [string, Place] => [name, others.get(name) ?? 'distributed']),
  ),
}
