import { eq, inArray, sql } from 'drizzle-orm'
import {
  type Settings,
  type SettingsInput,
  SPACES_PER_ACCOUNT,
  secondFactorRuleSchema,
  settingsInputSchema,
  spacesPerAccountSchema,
} from '#contract/settings'
import type { Queryable } from '../db/database'
import { appUser, serverSetting } from '../db/schema'
import type { Deps } from '../deps'
import { difference, note } from './audit/note'
import type { Person } from './common/caller'
import { checkVersion, type IfMatch } from './resources/version'

const NAMES = settingsInputSchema.keyof().options
/** The row that counts changes of the settings. */
const VERSION = 'version'
const SETTINGS_LOCK = 0x5fac_e907

type Versioned = Settings & { version: number }

/** The settings of the installation. */
export async function readSettings(db: Queryable): Promise<Versioned> {
  const rows = await db
    .select()
    .from(serverSetting)
    .where(inArray(serverSetting.name, [...NAMES, VERSION]))
  const stored = new Map(rows.map(({ name, value }) => [name, value]))
  const limit = stored.get('spaces_per_account')
  return {
    // A bare value, because the statement that identifies callers also reads it.
    second_factor: secondFactorRuleSchema.catch('optional').parse(stored.get('second_factor')),
    spaces_per_account: spacesPerAccountSchema
      .catch(SPACES_PER_ACCOUNT)
      .parse(limit === undefined ? undefined : JSON.parse(limit)),
    version: Number(stored.get(VERSION) ?? 1),
  }
}

const textOf = (value: SettingsInput[keyof SettingsInput]) =>
  typeof value === 'string' ? value : JSON.stringify(value)

/** Updates the settings of the installation. They apply immediately, in all copies of the server. @throws ApiError 412 */
export async function updateSettings(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Person,
  input: SettingsInput,
  ifMatch: IfMatch = null,
): Promise<Settings> {
  const values = NAMES.flatMap((name) => {
    const value = input[name]
    return value === undefined ? [] : [{ name, value: textOf(value) }]
  })
  return db.transaction(async (tx) => {
    // Changes are serialized, also the first one, which has no row to lock.
    await tx.execute(sql`select pg_advisory_xact_lock(${SETTINGS_LOCK})`)
    const { version: current, ...before } = await readSettings(tx)
    await checkVersion(tx, caller, ifMatch, { spaceId: null, targetId: null, version: current })
    await tx
      .insert(serverSetting)
      .values([...values, { name: VERSION, value: String(current + 1) }])
      .onConflictDoUpdate({ target: serverSetting.name, set: { value: sql`excluded.value` } })
    const settings = await readSettings(tx)
    const { version, ...after } = settings
    const target = { id: null, name: null }
    await note(tx, { now }, caller, {
      action: 'settings.update',
      spaceId: null,
      target,
      ...difference(before, after),
      version,
    })
    return settings
  })
}

/** Whether this server requires a second factor of a person. */
export async function isSecondFactorRequired(db: Queryable, userId: string): Promise<boolean> {
  const { second_factor } = await readSettings(db)
  if (second_factor !== 'admins') return second_factor === 'everyone'
  const [user] = await db.select({ role: appUser.systemRole }).from(appUser).where(eq(appUser.id, userId))
  return user?.role === 'admin'
}
