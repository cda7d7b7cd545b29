import { lt } from 'drizzle-orm'
import { ensureMessagePartitions } from '../db/partitions'
import { authSession } from '../db/schema'
import type { Deps } from '../deps'
import { forgetOldAttempts } from './rateLimit'

/** What every copy does at its start and then once an hour; doing it twice does no harm. */
export async function keepHouse(deps: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await ensureMessagePartitions(deps.db.$client, deps.now())
  await deps.db.delete(authSession).where(lt(authSession.expiresAt, deps.now()))
  await forgetOldAttempts(deps)
}
