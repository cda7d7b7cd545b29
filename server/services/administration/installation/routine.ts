import { eq } from 'drizzle-orm'
import type { Installation } from '#contract/admin'
import { routine } from '../../../db/schema'
import type { Deps } from '../../../deps'
import { reasonOf } from '../../../errors'

/** Name of the housekeeping among the recurring work. */
export const HOUSEKEEPING = 'housekeeping'

/** Does recurring work, and records how it ended. Rejects with errors of `work`. */
export async function noteRoutine(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  name: string,
  work: () => Promise<void>,
): Promise<void> {
  const store = (ended: Omit<typeof routine.$inferInsert, 'name'>) =>
    db
      .insert(routine)
      .values({ name, ...ended })
      .onConflictDoUpdate({ target: routine.name, set: ended })
  try {
    await work()
  } catch (error) {
    // Without the database it cannot be recorded; the caller gets the error.
    await store({ error: reasonOf(error) }).catch(() => undefined)
    throw error
  }
  await store({ finishedAt: now(), error: null })
}

/** How the last runs ended. */
export async function readRoutine(
  { db }: Pick<Deps, 'db'>,
  name: string,
): Promise<Installation['housekeeping']> {
  const [found] = await db.select().from(routine).where(eq(routine.name, name))
  return { finished_at: found?.finishedAt?.toISOString() ?? null, error: found?.error ?? null }
}
