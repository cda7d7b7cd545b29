import { eq } from 'drizzle-orm'
import { authSession } from '../../server/db/schema'
import type { Fillable, TestUser } from './builders'

/** Moves the sign-in of a person into the past. */
export async function ageSignIn({ db }: Pick<Fillable, 'db'>, { id }: Pick<TestUser, 'id'>, minutes: number) {
  const confirmedAt = new Date(Date.now() - minutes * 60_000)
  await db.update(authSession).set({ confirmedAt }).where(eq(authSession.userId, id))
}
