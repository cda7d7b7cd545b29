import { eq, sql } from 'drizzle-orm'
import { type SecondFactorRule, type Settings, secondFactorRuleSchema } from '#contract/settings'
import type { Queryable } from '../db/database'
import { appUser, serverSetting } from '../db/schema'
import type { Deps } from '../deps'
import { difference, note } from './audit'
import type { Person } from './caller'

/** Name of the setting; the statement that identifies callers reads it too. */
const SECOND_FACTOR = 'second_factor'
const SETTINGS_LOCK = 0x5fac_e907

/** The settings of the installation. */
export async function readSettings(db: Queryable): Promise<Settings> {
  const [row] = await db.select().from(serverSetting).where(eq(serverSetting.name, SECOND_FACTOR))
  return { second_factor: secondFactorRuleSchema.catch('optional').parse(row?.value) }
}

/** Updates the settings of the installation. They hold at once, in all copies of the server. */
export async function updateSettings(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Person,
  settings: Settings,
): Promise<Settings> {
  const value: SecondFactorRule = settings.second_factor
  return db.transaction(async (tx) => {
    // One change after the other, also of the first, which has no row to lock.
    await tx.execute(sql`select pg_advisory_xact_lock(${SETTINGS_LOCK})`)
    const before = await readSettings(tx)
    await tx
      .insert(serverSetting)
      .values({ name: SECOND_FACTOR, value })
      .onConflictDoUpdate({ target: serverSetting.name, set: { value: sql`excluded.value` } })
    const after = await readSettings(tx)
    const target = { id: null, name: null }
    await note(tx, { now }, caller, {
      action: 'settings.update',
      spaceId: null,
      target,
      ...difference(before, after),
    })
    return after
  })
}

/** Whether this server wants a second factor of a person. */
export async function isSecondFactorRequired(db: Queryable, userId: string): Promise<boolean> {
  const { second_factor } = await readSettings(db)
  if (second_factor !== 'admins') return second_factor === 'everyone'
  const [user] = await db.select({ role: appUser.systemRole }).from(appUser).where(eq(appUser.id, userId))
  return user?.role === 'admin'
}
