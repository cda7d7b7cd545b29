import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Language } from '#contract/common'
import { type NoticeSettings, quietUntil } from '#contract/notices'
import type { Permission } from '#contract/permissions'
import type { Queryable } from '../../db/database'
import { alert, spaceUser } from '../../db/schema'
import { isMember } from '../common/membership'
import { readNotifiedPeople } from './settings'

/** SQL condition: a person has a permission that every role has. */
const has = (member: string, permission: Permission) =>
  `(${member}.permissions is null or '${permission}' = any(${member}.permissions))`

/**
 * SQL condition: a person sees the device or connector of an episode, by their permissions and tags, as `hasAllowedTag` and
 * `hasOnlyAllowedTags` say of callers.
 * @param episode row of the episode
 * @param member row of the person in the space
 */
export const seesEpisode = (episode: string, member: string): string => {
  const own = `(select own.tag_id from space_user_tag own
    where own.space_id = ${member}.space_id and own.space_user_id = ${member}.user_id)`
  const tagsOf = (owner: 'device' | 'connector') => `select from ${owner}_tag o
    where o.space_id = ${episode}.space_id and o.${owner}_id = ${episode}.${owner}_id`
  return `(case when ${episode}.device_id is not null
    then ${has(member, 'space:device:read')} and (not ${member}.is_limited or exists (${tagsOf('device')} and o.tag_id in ${own}))
    else ${has(member, 'space:connector:read')} and (not ${member}.is_limited
      or exists (${tagsOf('connector')}) and not exists (${tagsOf('connector')} and o.tag_id not in ${own})) end)`
}

/**
 * SQL condition: a person is in the space of an alert now, and may see it: their permissions allow it, and their tags one of its devices.
 * @param alertRow of the alert
 * @param member row of the person in the space
 */
export const seesAlert = (alertRow: string, member: string): string => `(${isMember(member)}
  and ${has(member, 'space:alert:read')}
  and (not ${member}.is_limited and ${member}.permissions is null or exists (
    select from alert_episode seen
    where seen.space_id = ${alertRow}.space_id and seen.alert_id = ${alertRow}.id and ${seesEpisode('seen', member)})))`

/**
 * SQL condition: the rule of an alert notifies a person, who is in the space and may see it.
 * @param alertRow of the alert
 * @param member row of the person in the space
 */
export const isNamed = (alertRow: string, member: string): string => `(${seesAlert(alertRow, member)} and (
  ${alertRow}.notify->'roles' ? ${member}.role or ${alertRow}.notify->'user_ids' ? ${member}.user_id::text))`

/** A person whom the rule of an alert notifies. */
export interface Named {
  alertId: string
  userId: string
  email: string
  isUrgent: boolean
  emails: NoticeSettings['emails']
  /** When the person may be notified: at the end of their quiet hours, unless the rule is urgent. */
  dueAt: Date
  /** When the person may be notified at the earliest, at another time. */
  notBefore: (at: Date, isUrgent: boolean) => Date
}

/** The people whom the rules of alerts notify, and when they may be notified. */
export async function readNamed(
  tx: Queryable,
  spaceId: string,
  alertIds: readonly string[],
  at: Date,
): Promise<Named[]> {
  const found = await tx
    .select({ alertId: alert.id, userId: spaceUser.userId, isUrgent: alert.urgent })
    .from(alert)
    .innerJoin(spaceUser, and(eq(spaceUser.spaceId, alert.spaceId), sql.raw(isNamed('alert', 'space_user'))))
    .where(and(eq(alert.spaceId, spaceId), inArray(alert.id, [...alertIds])))
  const people = await readNotifiedPeople(tx, [...new Set(found.map(({ userId }) => userId))])
  return found.flatMap((one) => {
    const to = people.get(one.userId)
    if (!to) return []
    const notBefore = (time: Date, isUrgent: boolean) =>
      (!isUrgent && quietUntil(to.settings, to.timezone, time)) || time
    return Object.assign(one, {
      email: to.email,
      emails: to.settings.emails,
      dueAt: notBefore(at, one.isUrgent),
      notBefore,
    })
  })
}

/** Number of devices or connectors in an alert; one of the two is none. */
export interface SubjectCounts {
  devices: number
  connectors: number
}

const PLURALS = { en: new Intl.PluralRules('en'), cs: new Intl.PluralRules('cs') }

type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

const FORMS: Record<Language, Record<keyof SubjectCounts, Forms>> = {
  en: {
    devices: { one: 'device', other: 'devices' },
    connectors: { one: 'connector', other: 'connectors' },
  },
  cs: {
    devices: { other: 'zařízení' },
    connectors: { one: 'konektor', few: 'konektory', other: 'konektorů' },
  },
}

/** The subjects of an alert, counted in words: "2 connectors". An alert whose devices were all deleted has none. */
export function countedIn(language: Language, { devices, connectors }: SubjectCounts): string {
  const [what, count] =
    connectors > 0 ? (['connectors', connectors] as const) : (['devices', devices] as const)
  const forms = FORMS[language][what]
  return `${count} ${forms[PLURALS[language].select(count)] ?? forms.other}`
}
