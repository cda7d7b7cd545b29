import { type AlertRule, NOTICE_ALERTS } from '#contract/alerts'
import { LIST_LIMIT } from '#contract/common'
import { messagesApi } from '#contract/messages'
import type { Ask } from '../harness/database'
import { naive, type Reading } from './naive'
import { openingsOf } from './openings'
import { mutesOf } from './plannedWork'

/** Reads JSON of a path in the space. */
type Get = (path: string) => Promise<unknown>

/** Stored messages of a device, in order of arrival. */
async function readingsOf(get: Get, deviceId: string): Promise<Reading[]> {
  const found: Reading[] = []
  for (let cursor: string | undefined; ; ) {
    const query = new URLSearchParams({ device_id: deviceId, limit: String(LIST_LIMIT) })
    if (cursor) query.set('cursor', cursor)
    const page = messagesApi.list.answer.parse(await get(`/messages?${query}`))
    for (const { created_at, measured_at, body } of page) {
      const [, level] = /^\{"level":(\d+)\}$/.exec(body ?? '') ?? []
      found.push({ at: Date.parse(measured_at ?? created_at), value: Number(level) })
    }
    cursor = page.at(-1)?.id
    if (page.length < LIST_LIMIT) return found.toReversed()
  }
}

interface Judged {
  ask: Ask
  get: Get
  rules: readonly AlertRule[]
  /** The rule for silence, and the devices in its scope. */
  silence: AlertRule
  quiet: readonly { id: string }[]
  /** Devices in the scope of the other rules. */
  devices: readonly { id: string }[]
}

/** Alerts whose end is not that of their last episode. */
const CONTRADICTIONS = `
  select a.id from alert a join alert_episode e on e.space_id = a.space_id and e.alert_id = a.id
  group by a.space_id, a.id
  having a.ended_at is distinct from case when bool_and(e.ended_at is not null) then max(e.ended_at) end`

/**
 * Compares alerts, byte for byte, with those of a naive run over the messages that the server answers.
 * @returns also the alerts to notify: those with an episode that still held when the messages until then were evaluated
 */
export async function judgeAlerts({ ask, get, rules, silence, quiet, devices }: Judged) {
  const mutes = await mutesOf(ask)
  const runs = []
  for (const one of devices) {
    const readings = await readingsOf(get, one.id)
    runs.push(...rules.flatMap((rule) => naive(rule, one.id, readings, mutes(one))))
  }
  for (const one of quiet) runs.push(...naive(silence, one.id, await readingsOf(get, one.id), mutes(one)))
  const endedBy = new Map(runs.map((one) => [JSON.stringify(one.found), one.endedBy]))
  // Alerts that opened after the last message are not compared, because they depend on when this ends.
  const isLast = (one: string) => one.includes(silence.id) && one.includes('"ended":null')
  const must = [...endedBy.keys()].filter((one) => !isLast(one))
  const openings = await openingsOf(ask)
  const compared = openings.map(({ found }) => found).filter((one) => !isLast(one))
  const contradictions = await ask(CONTRADICTIONS)
  const [alerts] = await ask('select count(*)::int as count from alert')
  const is = new Set(compared)
  const wasSo = openings.filter(({ found, judged }) => {
    const end = endedBy.get(found) ?? null
    return judged === null || end === null || end >= judged
  })
  return {
    wrong: [
      ...compared.filter((one) => !endedBy.has(one)).map((one) => `alert that must not be: ${one}`),
      ...must.filter((one) => !is.has(one)).map((one) => `alert that is missing: ${one}`),
      ...(is.size < compared.length ? [`${compared.length - is.size} alerts are there twice`] : []),
      ...contradictions.map(({ id }) => `the end of alert ${String(id)} is not that of its last device`),
    ],
    count: compared.length,
    alerts: Number(alerts?.count),
    mustNotify: new Set(wasSo.map(({ alertId }) => alertId)),
  }
}

/** An e-mail that arrived. */
interface ReceivedMail {
  to: string
  link: string
}

/** Checks that each e-mail about an alert arrived once, or at most once when its outcome is unknown. */
export async function judgeMails(ask: Ask, received: readonly ReceivedMail[]) {
  const rows = await ask(`
    select m.kind, m.alert_id, u.email, m.state from mail m join app_user u on u.id = m.user_id where m.alert_id is not null and m.kind <> 'alertSummary'`)
  const wrong: string[] = []
  const arrived = new Map<string, number>()
  for (const { to, link } of received) {
    const [, alert] = /alerts\/([\da-f-]{36})/.exec(link) ?? []
    // An hourly e-mail.
    if (alert === undefined) continue
    const key = `${link.endsWith('?acknowledge=true') ? 'alertOpened' : 'alertEnded'} ${alert} ${to}`
    arrived.set(key, (arrived.get(key) ?? 0) + 1)
  }
  const known = new Set<string>()
  for (const { kind, alert_id, email, state } of rows) {
    // An e-mail about a flapping rule replaces that about the end.
    const key = `${kind === 'alertFlapping' ? 'alertEnded' : String(kind)} ${String(alert_id)} ${String(email)}`
    const count = arrived.get(key) ?? 0
    if (known.has(key)) wrong.push(`there are two e-mails: ${key}`)
    known.add(key)
    if (state === 'unknown' ? count > 1 : count !== 1)
      wrong.push(`an e-mail that is ${String(state)} arrived ${count} times: ${key}`)
  }
  for (const key of arrived.keys())
    if (!known.has(key)) wrong.push(`nobody stored an e-mail that arrived: ${key}`)
  return { wrong, unknown: rows.filter(({ state }) => state === 'unknown').length }
}

/** Notifications of each opening and end: people notified by the bell and by e-mail, and deliveries that arrived. */
const FACTS = `
  select a.id, f.event, a.ended_at is not null as is_over, a.place > ${NOTICE_ALERTS} as is_old,
    (select count(*)::int from notice n where n.space_id = a.space_id and n.alert_id = a.id and n.event = f.event) as people,
    (select count(*)::int from mail m where m.alert_id = a.id and m.kind = f.mail) as mails,
    (select count(*)::int from delivery d
      where d.space_id = a.space_id and d.state = 'delivered' and d.alert->>'id' = a.id::text and d.alert->>'event' = f.event) as deliveries
  from (select alert.*, row_number() over (partition by space_id order by id desc) as place from alert) a
    cross join (values ('opened', 'alertOpened'), ('ended', 'alertEnded')) f (event, mail)`

interface Expected {
  /** Alerts to notify; nobody is notified of others. */
  mustNotify: ReadonlySet<string>
  /** Number of people in the space, and of those whom the rules name. */
  people: number
  named: number
}

/** Checks that everybody and the receiver were notified once of each alert to notify, and once of its end. */
export async function judgeFacts(ask: Ask, { mustNotify, people, named }: Expected): Promise<string[]> {
  const facts = await ask(FACTS)
  return facts.flatMap(({ id, event, is_over, is_old, ...counts }) => {
    const isNotified = mustNotify.has(String(id)) && (event === 'opened' || is_over === true)
    const must = isNotified ? { people, mails: named, deliveries: 1 } : { people: 0, mails: 0, deliveries: 0 }
    // Alerts without an e-mail of their own are counted by `judgeCollected`.
    const isMailed = Number(counts.mails) <= must.mails
    // The bell has only the newest alerts.
    const isNoticed = counts.people === must.people || (is_old === true && counts.people === 0)
    if (isNoticed && counts.deliveries === must.deliveries && isMailed) return []
    return `of alert ${String(id)}, ${String(event)}, notified: ${JSON.stringify(counts)} instead of ${JSON.stringify(must)}`
  })
}

/** E-mails of each kind to a person, and alerts in collected ones. */
const COUNTS = `
  select u.email,
    (select count(*)::int from mail m where m.user_id = u.id and m.kind = 'alertOpened') as opened,
    (select count(*)::int from mail m where m.user_id = u.id and m.kind = 'alertEnded') as ended,
    (select count(*)::int from mail m where m.user_id = u.id and m.kind = 'alertFlapping') as flapping,
    (select coalesce(sum((c.value->>'opened')::int), 0)::int from alert_hour h, jsonb_each(h.collected) c where h.user_id = u.id) as more_opened,
    (select coalesce(sum((c.value->>'ended')::int), 0)::int from alert_hour h, jsonb_each(h.collected) c where h.user_id = u.id) as more_ended
  from app_user u join space_user m on m.user_id = u.id where m.role = 'admin'`

/** Whether an alert is over, and whether all of it flaps, which is notified once. */
const STATES = `
  select a.id, a.ended_at is not null as is_over, not exists (
      select from alert_episode e where e.space_id = a.space_id and e.alert_id = a.id and e.flaps is null) as is_quiet
  from alert a`

/** Checks that each person was notified of each alert that does not flap, by an e-mail of its own or counted with others. */
export async function judgeCollected(ask: Ask, mustNotify: ReadonlySet<string>): Promise<string[]> {
  const rows = await ask(STATES)
  const notified = rows.filter(({ id, is_quiet }) => mustNotify.has(String(id)) && is_quiet !== true)
  const over = notified.filter(({ is_over }) => is_over === true).length
  const counts = await ask(COUNTS)
  return counts.flatMap((row) => {
    const [opened, ended, flapping, moreOpened, moreEnded] = [
      row.opened,
      row.ended,
      row.flapping,
      row.more_opened,
      row.more_ended,
    ].map(Number)
    const openings = (opened ?? 0) + (moreOpened ?? 0)
    const endings = (ended ?? 0) + (moreEnded ?? 0)
    const quiet = rows.length - notified.length
    // An opening and an end that are due together are one e-mail. Flapping alerts may be among those counted in an hour.
    const isRight =
      openings <= notified.length + quiet &&
      openings + (ended ?? 0) >= notified.length &&
      endings <= over + quiet &&
      endings >= over &&
      (flapping ?? 0) <= quiet
    return isRight
      ? []
      : [`of ${notified.length} alerts, ${over} of them over, notified: ${JSON.stringify(row)}`]
  })
}
