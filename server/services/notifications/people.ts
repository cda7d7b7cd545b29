import type { Queryable } from '../../db/database'
import { groupBy } from '../common/groups'
import { type AlertMail, addAlertMails } from '../mail/letters/alerts'
import { endOfHour, openHours } from '../notices/hours'
import { type Named, readNamed } from '../notices/named'
import { type AlertPush, addPushes } from '../push/queue'
import type { Found } from './duty'

/** The event to notify about: an alert opened, was resolved, or both. */
export interface News {
  id: string
  ruleId: string
  ruleName: string
  opened: boolean
  ended: boolean
}

/** News that people are notified of. */
export interface Said extends News {
  said: 'opened' | 'ended' | 'flapping'
}

/**
 * By the id of the alert, the people whom shifts and escalations notify now: quiet hours do not hold it back, and those who want one e-mail a
 * day get it immediately.
 */
export type Duty = ReadonlyMap<string, Found>

const MAILS = { opened: 'alertOpened', ended: 'alertEnded', flapping: 'alertFlapping' } as const

/**
 * Decides what each person is notified of separately, and what at the end of the hour, and stores that.
 * @param isDutyOnly whether others in the audience are not notified
 * @returns the notified people, by alert
 */
export async function notifyPeople(
  tx: Queryable,
  spaceId: string,
  news: readonly Said[],
  now: Date,
  { duty, isDutyOnly = false }: { duty: Duty; isDutyOnly?: boolean },
): Promise<Map<string, Named[]>> {
  const ids = news.map(({ id }) => id)
  const named = (await readNamed(tx, spaceId, ids, now)).flatMap((one) => {
    if (!duty.get(one.alertId)?.userIds.has(one.userId)) return isDutyOnly ? [] : one
    return Object.assign(one, {
      dueAt: now,
      notBefore: (time: Date) => time,
      emails: one.emails === 'digest' ? ('each' as const) : one.emails,
    })
  })
  const namedOf = groupBy(named, ({ alertId }) => alertId)
  const people = new Map([...namedOf.values()].flat().map((one) => [one.userId, one]))
  const hours = await openHours(tx, spaceId, [...people.keys()], now)
  const mails: AlertMail[] = []
  const pushes: AlertPush[] = []
  for (const one of news) {
    const { said } = one
    for (const named of namedOf.get(one.id) ?? []) {
      const { userId, isUrgent, emails, dueAt } = named
      const hour = hours.of(userId, dueAt, isUrgent)
      if (!hours.take(hour)) {
        hours.collect(hour, one.ruleId, { name: one.ruleName, opened: +one.opened, ended: +one.ended })
        continue
      }
      mails.push({ kind: MAILS[said], alertId: one.id, userId, isUrgent, emails, dueAt })
      // An alert that has already ended has no push message for its opening.
      if (said !== 'ended' || !one.opened) pushes.push({ event: said, alertId: one.id, userId, dueAt })
    }
  }
  for (const { id: alertId, userId, isUrgent, hour } of await hours.save()) {
    const person = people.get(userId)
    if (!person) continue
    const dueAt = person.notBefore(endOfHour({ hour }), isUrgent)
    mails.push({ kind: 'alertSummary', alertId, userId, isUrgent, emails: person.emails, dueAt })
    pushes.push({ event: 'summary', alertId, userId, dueAt })
  }
  await addAlertMails(tx, spaceId, mails, now)
  await addPushes(tx, spaceId, pushes, now)
  return namedOf
}
