import { and, countDistinct, eq, getTableColumns, isNotNull, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database'
import {
  alert,
  alertEpisode,
  appUser,
  authSession,
  ownTimezone,
  pushBrowser,
  space,
  spaceUser,
} from '../../db/schema'
import type { Deps } from '../../deps'
import { isMember } from '../common/membership'
import { timeText } from '../mail/time'
import { sayCollected } from '../notices/hours'
import { type SubjectCounts, seesAlert, seesEpisode } from '../notices/named'
import { isSignedIn } from './browsers'
import { NONE, type PushJob } from './queue'
import { readTested } from './tested'
import { PUSH_TEXTS } from './texts'

/** A push message as it is sent, and its address. */
export interface Letter {
  endpoint: string
  p256dh: Buffer
  auth: Buffer
  /** JSON. */
  text: string
}

/**
 * Writes a push message; undefined if it is no longer to be sent: the session has ended, the person has left the space, or the alert whose
 * opening it reports has ended meanwhile.
 */
export async function writePush(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { browserId, spaceId, alertId, event }: PushJob,
): Promise<Letter | undefined> {
  if (spaceId === null || event === 'first') return undefined
  const [to] = await db
    .select({
      endpoint: pushBrowser.endpoint,
      p256dh: pushBrowser.p256dh,
      auth: pushBrowser.auth,
      language: appUser.language,
      timezone: ownTimezone,
      space: space.name,
      userId: appUser.id,
    })
    .from(pushBrowser)
    .innerJoin(authSession, eq(authSession.jti, pushBrowser.jti))
    .innerJoin(appUser, eq(appUser.id, authSession.userId))
    .innerJoin(spaceUser, and(eq(spaceUser.userId, appUser.id), eq(spaceUser.spaceId, spaceId)))
    .innerJoin(space, eq(space.id, spaceUser.spaceId))
    .where(
      and(
        eq(pushBrowser.id, browserId),
        isNotNull(pushBrowser.confirmedAt),
        sql.raw(isMember('space_user')),
        isSignedIn(now()),
      ),
    )
  if (!to) return undefined
  const { endpoint, p256dh, auth, timezone, space: name } = to
  const language = to.language ?? 'en'
  const texts = PUSH_TEXTS[language]
  const letter = (shown: { title: string; body: string; url: string; at: Date }) => {
    const text = JSON.stringify({ ...shown, lang: language, tag: alertId, at: shown.at.getTime() })
    return { endpoint, p256dh, auth, text }
  }
  if (event === 'summary') {
    const collected = await sayCollected(db, spaceId, alertId, now())
    if (!collected) return undefined
    const { opened, ended, to: at } = collected
    const [title, body] = [texts.summary(opened), texts.summaryBody({ space: name, opened, ended })]
    return letter({ title, body, url: `/space/${spaceId}/alerts`, at })
  }
  const said = (await readSaid(db, spaceId, alertId, to.userId)) ?? (await readTested(db, spaceId, alertId))
  if (!said || (event === 'opened' && said.isOver)) return undefined
  const { rule, counts, since, at, isOver, isAssigned, isTest, url } = said
  const title = event === 'opened' && isAssigned ? texts.assigned(rule) : texts.title[event](rule)
  return letter({
    title: isTest ? texts.test(title) : title,
    body: texts.body({
      space: name,
      counts,
      isOver,
      time: timeText(isOver ? at : since, language, timezone),
    }),
    url,
    at,
  })
}

/** The content of a message about an alert. */
interface Said {
  rule: string
  counts: SubjectCounts
  since: Date
  /** When it opened or ended. */
  at: Date
  isOver: boolean
  /** Whether the person looks after it. */
  isAssigned: boolean
  isTest: boolean
  url: string
}

/** What an alert says to a person; undefined if they may not see it. */
async function readSaid(
  db: Queryable,
  spaceId: string,
  alertId: string,
  userId: string,
): Promise<Said | undefined> {
  const [found] = await db
    .select(getTableColumns(alert))
    .from(alert)
    .innerJoin(spaceUser, and(eq(spaceUser.spaceId, alert.spaceId), eq(spaceUser.userId, userId)))
    .where(and(eq(alert.spaceId, spaceId), eq(alert.id, alertId), sql.raw(seesAlert('alert', 'space_user'))))
  if (!found) return undefined
  const [counted] = await db
    .select({
      devices: countDistinct(alertEpisode.deviceId),
      connectors: countDistinct(alertEpisode.connectorId),
    })
    .from(alertEpisode)
    .innerJoin(spaceUser, and(eq(spaceUser.spaceId, alertEpisode.spaceId), eq(spaceUser.userId, userId)))
    .where(
      and(
        eq(alertEpisode.spaceId, spaceId),
        eq(alertEpisode.alertId, alertId),
        sql.raw(seesEpisode('alert_episode', 'space_user')),
      ),
    )
  return {
    rule: found.ruleName,
    counts: counted ?? NONE,
    since: found.since,
    at: found.endedAt ?? found.openedAt,
    isOver: found.endedAt !== null,
    isAssigned: found.assignedId === userId,
    isTest: false,
    url: `/space/${spaceId}/alerts/${alertId}`,
  }
}
