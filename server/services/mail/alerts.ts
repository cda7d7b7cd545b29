import { and, eq, inArray, sql } from 'drizzle-orm'
import { shownOf } from '#contract/series'
import type { Queryable } from '../../db/database'
import { alert, alertEpisode, device, mail, seriesSettings, spaceUser } from '../../db/schema'
import type { Deps } from '../../deps'
import { newId } from '../common/ids'
import { pageLink } from './links'
import { LOCALES, timeText } from './time'
import type { Message, Writing } from './writing'

/** Devices that an e-mail names. */
const DEVICES = 10

/**
 * Stores e-mails about alerts, to those whom their rules name, in the transaction that opens or ends them. An e-mail is
 * written when it is sent, with the devices that the alert has then.
 */
export async function tellOfAlerts(
  tx: Queryable,
  { now }: Pick<Deps, 'now'>,
  kind: 'alertOpened' | 'alertEnded',
  spaceId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  const found = await tx
    .select({ alertId: alert.id, userId: spaceUser.userId })
    .from(alert)
    .innerJoin(
      spaceUser,
      sql`${spaceUser.spaceId} = ${alert.spaceId} and not ${spaceUser.invited} and (
        ${alert.notify}->'roles' ? ${spaceUser.role} or ${alert.notify}->'user_ids' ? ${spaceUser.userId}::text)`,
    )
    .where(and(eq(alert.spaceId, spaceId), inArray(alert.id, [...ids])))
  if (found.length === 0) return
  const at = now()
  const rows = found.map((to) =>
    Object.assign({ kind, spaceId, id: newId(at), dueAt: at, createdAt: at }, to),
  )
  await tx.insert(mail).values(rows)
}

/** The e-mail about an alert; undefined for a person who has left the space. */
export async function writeAlert(
  { tx, deps, facts, texts, console }: Writing,
  which: 'opened' | 'ended',
): Promise<Message | undefined> {
  const { userId, email, spaceId, alertId, space } = facts
  const language = facts.language ?? 'en'
  if (spaceId === null || alertId === null || space === null) return undefined
  const isMember = and(
    eq(spaceUser.spaceId, spaceId),
    eq(spaceUser.userId, userId),
    eq(spaceUser.invited, false),
  )
  if ((await tx.$count(spaceUser, isMember)) === 0) return undefined
  const [found] = await tx
    .select()
    .from(alert)
    .where(and(eq(alert.spaceId, spaceId), eq(alert.id, alertId)))
  if (!found) return undefined
  const episodes = await tx
    .select({
      name: device.name,
      deviceId: device.id,
      path: alertEpisode.path,
      worst: alertEpisode.worst,
      since: alertEpisode.since,
    })
    .from(alertEpisode)
    .innerJoin(device, and(eq(device.spaceId, alertEpisode.spaceId), eq(device.id, alertEpisode.deviceId)))
    .where(and(eq(alertEpisode.spaceId, spaceId), eq(alertEpisode.alertId, alertId)))
    .orderBy(alertEpisode.openedAt, alertEpisode.id)
  const [settings] = await tx.select().from(seriesSettings).where(eq(seriesSettings.spaceId, spaceId))
  const paths = [...new Set(episodes.map(({ path }) => path))]
  const shown = shownOf(paths, settings?.settings ?? [], [])
  const number = new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits: 3 })
  const valueOf = (path: string, worst: number | null) => {
    const { label = path, unit = null } = shown.get(path) ?? {}
    return worst === null ? null : [label, number.format(worst), unit].filter(Boolean).join(' ')
  }
  const time = (at: Date) => timeText(at, language, facts.timezone)
  const of = {
    product: console.productName,
    email,
    space,
    rule: found.ruleName,
    devices: episodes.slice(0, DEVICES).map(({ name, path, worst, since }) => ({
      name,
      value: path === '' ? null : valueOf(path, worst),
      since: time(since),
    })),
    deviceCount: new Set(episodes.map(({ deviceId }) => deviceId)).size,
    openedAt: time(found.openedAt),
    endedAt: found.endedAt && time(found.endedAt),
  }
  return {
    words: which === 'opened' ? texts.alertOpened(of) : texts.alertEnded(of),
    link: pageLink(
      deps,
      `/space/${spaceId}/alerts/${alertId}${which === 'opened' ? '?acknowledge=true' : ''}`,
    ),
  }
}
