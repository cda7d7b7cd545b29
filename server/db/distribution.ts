import type { PgTable } from 'drizzle-orm/pg-core'
import type * as schema from './schema'

type TableName = Extract<(typeof schema)[keyof typeof schema], PgTable>['_']['name']

/**
 * Where the rows of a table are when the database is spread over nodes with Citus:
 * - `reference`: all of them on every node. What is looked up without a space, or is the same for all.
 * - `distributed`: by the hash of `space_id`, so that all rows of one space are on one node.
 * - `local`: on the coordinator alone. No statement joins them with those of a space.
 */
export type Place = 'reference' | 'distributed' | 'local'

/** The place of every table; one that is missing here does not compile. `npm run distribute` puts them there. */
export const PLACES: Record<TableName, Place> = {
  app_user: 'reference',
  space: 'reference',
  space_user: 'reference',
  access_key: 'reference',
  // The directory of serial numbers, each of which is unique in all spaces.
  device_credential: 'reference',

  tag: 'distributed',
  device: 'distributed',
  device_contact: 'distributed',
  device_tag: 'distributed',
  device_session: 'distributed',
  device_replacement: 'distributed',
  variable: 'distributed',
  message: 'distributed',
  message_event: 'distributed',
  firmware_job: 'distributed',
  connector: 'distributed',
  connector_tag: 'distributed',
  delivery: 'distributed',
  delivery_attempt: 'distributed',
  access_key_tag: 'distributed',
  access_key_use: 'distributed',
  audit_entry: 'distributed',
  simulated_device: 'distributed',
  deletion: 'distributed',

  auth_session: 'local',
  known_browser: 'local',
  authenticator: 'local',
  database_size: 'local',
  identity: 'local',
  login_attempt: 'local',
  mail: 'local',
  mail_link: 'local',
  oauth_code: 'local',
  oauth_flow: 'local',
  passkey: 'local',
  passkey_challenge: 'local',
  recovery_code: 'local',
  routine: 'local',
  server_copy: 'local',
  server_secret: 'local',
  server_setting: 'local',
  setup_token: 'local',
  simulated_sim: 'local',
}

/** The column by whose hash the rows of distributed tables are placed. */
export const DISTRIBUTION_COLUMN = 'space_id'
