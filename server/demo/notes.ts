import { and, asc, eq, isNull } from 'drizzle-orm'
import { HOUR } from '#contract/common/durations'
import { alert, appUser, space } from '../db/schema'
import { evaluateRound } from '../services/alerts/evaluation/round'
import { acknowledge } from '../services/alerts/notes'
import type { Person } from '../services/common/caller'
import { newId } from '../services/common/ids'
import type { DemoDeps } from './deps'
import type { DemoSpace } from './spaces'

/** The person of an account, as if they called from this machine. */
async function personOf({ db, now }: DemoDeps, email: string): Promise<Person | undefined> {
  const [found] = await db
    .select({ userId: appUser.id, systemRole: appUser.systemRole })
    .from(appUser)
    .where(eq(appUser.email, email))
  if (!found) return undefined
  const signIn = { jti: newId(now()), confirmedAt: now(), method: 'password', provider: null } as const
  const origin = {
    address: '127.0.0.1',
    language: null,
    isFromHere: () => true,
    userAgent: null,
    batch: null,
    gone: new AbortController().signal,
  }
  return {
    ...found,
    ...signIn,
    email,
    spaceId: null,
    spaceRole: 'admin',
    ownPermissions: null,
    tagIds: null,
    endsAt: null,
    origin,
  }
}

/** Opens what the rules find in the past of the demo, and acknowledges the first alerts. */
export async function insertNotes(deps: DemoDeps, spaces: readonly DemoSpace[]): Promise<void> {
  const { db, now } = deps
  const rules = spaces.flatMap(({ name: inSpace, rules: own }) =>
    own.flatMap(({ name, note }) => (note ? [{ inSpace, name, ...note }] : [])),
  )
  await evaluateRound(db.$client, {
    now,
    stopping: new AbortController().signal,
    onFailure: (_, error) => {
      throw error
    },
  })
  for (const { inSpace, name, by, text, hours } of rules) {
    const [open] = await db
      .select({ spaceId: alert.spaceId, alertId: alert.id, openedAt: alert.openedAt })
      .from(alert)
      .innerJoin(space, eq(space.id, alert.spaceId))
      .where(and(eq(space.name, inSpace), eq(alert.ruleName, name), isNull(alert.endedAt)))
      .orderBy(asc(alert.openedAt))
      .limit(1)
    const person = await personOf(deps, by)
    if (!open || !person) continue
    const at = new Date(Math.min(open.openedAt.getTime() + hours * HOUR, now().getTime()))
    await acknowledge({ db, now: () => at }, person, open, { note: text, assign_to: null }, null)
  }
}
