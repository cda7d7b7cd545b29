import { type AlertRule, STATE, step } from '#contract/alerts'
import { LIST_LIMIT } from '#contract/common'
import { messagesApi } from '#contract/messages'
import type { Ask } from '../crash/judge'

/** What a rule found of a device. Times are milliseconds since 1970. */
interface Found {
  rule: string
  device: string
  since: number
  opened: number
  ended: number | null
  worst: number | null
}

const time = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`

/** What the rules have found so far. */
export async function alertsOf(ask: Ask): Promise<string[]> {
  const rows = await ask(`
    select rule_id as rule, device_id as device, ${time('since')} as since, ${time('opened_at')} as opened,
      ${time('ended_at')} as ended, worst
    from alert_episode`)
  return rows.map((row) => JSON.stringify(row))
}

interface Heard {
  at: number
  value: number
}

/** Reads JSON of a path in the space. */
type Get = (path: string) => Promise<unknown>

/** What the server has stored of a device, in the order in which it came. */
async function heardOf(get: Get, deviceId: string): Promise<Heard[]> {
  const found: Heard[] = []
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

/** What a rule must have found of a device, one step after the other. */
function naive({ condition, id: rule }: AlertRule, device: string, heard: readonly Heard[]): Found[] {
  const found: Found[] = []
  let state = STATE
  for (const one of heard) {
    const next = step(condition, state, { now: one.at, heard: one })
    state = next.state
    for (const change of next.changes)
      if (change.kind === 'opened') {
        const { since, at: opened, worst } = change
        found.push({ rule, device, since, opened, ended: null, worst })
      } else Object.assign(found.at(-1) ?? {}, { ended: change.at, worst: change.worst })
    const last = found.at(-1)
    if (last?.ended === null) last.worst = state.worst
  }
  return found
}

interface Judged {
  ask: Ask
  get: Get
  rules: readonly AlertRule[]
  /** The rule that waits for silence, and the devices that it is about. */
  silence: AlertRule
  quiet: readonly { id: string }[]
  /** Those that the other rules are about. */
  devices: readonly { id: string }[]
}

/** Alerts that are open although nothing in them is, or the other way round; and those that have two for one fact. */
const CONTRADICTIONS = `
  select a.id from alert a join alert_episode e on e.space_id = a.space_id and e.alert_id = a.id
  group by a.space_id, a.id
  having a.ended_at is distinct from case when bool_and(e.ended_at is not null) then max(e.ended_at) end`

/** Compares alerts, byte for byte, with those of a naive run over the messages that the server tells. */
export async function judgeAlerts({ ask, get, rules, silence, quiet, devices }: Judged) {
  const must = new Set<string>()
  for (const { id } of devices) {
    const heard = await heardOf(get, id)
    for (const rule of rules) for (const found of naive(rule, id, heard)) must.add(JSON.stringify(found))
  }
  // What has begun after the last word is not compared: it depends on when this ends.
  for (const { id } of quiet)
    for (const found of naive(silence, id, await heardOf(get, id)))
      if (found.ended !== null) must.add(JSON.stringify(found))
  const told = await alertsOf(ask)
  const compared = told.filter((one) => !(one.includes(silence.id) && one.includes('"ended":null')))
  const contradictions = await ask(CONTRADICTIONS)
  const [alerts] = await ask('select count(*)::int as count from alert')
  const is = new Set(compared)
  return {
    wrong: [
      ...compared.filter((one) => !must.has(one)).map((one) => `alert that must not be: ${one}`),
      ...[...must].filter((one) => !is.has(one)).map((one) => `alert that is missing: ${one}`),
      ...(is.size < compared.length ? [`${compared.length - is.size} alerts are there twice`] : []),
      ...contradictions.map(({ id }) => `the end of alert ${String(id)} is not that of its last device`),
    ],
    count: compared.length,
    alerts: Number(alerts?.count),
  }
}

/** An e-mail that arrived. */
export interface Told {
  to: string
  link: string
}

/** Checks that each e-mail about an alert arrived once, or at most once when nobody knows what came of it. */
export async function judgeMails(ask: Ask, received: readonly Told[]) {
  const rows = await ask(`
    select m.kind, m.alert_id, u.email, m.state from mail m join app_user u on u.id = m.user_id where m.alert_id is not null`)
  const wrong: string[] = []
  const arrived = new Map<string, number>()
  for (const { to, link } of received) {
    const [, alert] = /alerts\/([\da-f-]{36})/.exec(link) ?? []
    const key = `${link.endsWith('?acknowledge=true') ? 'alertOpened' : 'alertEnded'} ${alert} ${to}`
    arrived.set(key, (arrived.get(key) ?? 0) + 1)
  }
  const known = new Set<string>()
  for (const { kind, alert_id, email, state } of rows) {
    const key = `${String(kind)} ${String(alert_id)} ${String(email)}`
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

/** How often each fact was told: to how many people by the bell, and by how many deliveries that arrived. */
const FACTS = `
  select a.id, f.event, a.ended_at is not null as is_over,
    (select count(*)::int from notice n where n.space_id = a.space_id and n.alert_id = a.id and n.event = f.event) as people,
    (select count(*)::int from delivery d
      where d.space_id = a.space_id and d.state = 'delivered' and d.alert->>'id' = a.id::text and d.alert->>'event' = f.event) as deliveries
  from alert a cross join (values ('opened'), ('ended')) f (event)`

/** Checks that everybody, and the receiver, were told of each alert that they had to hear of, and of its end; of each once. */
export async function judgeFacts(ask: Ask, people: number): Promise<{ wrong: string[]; told: number }> {
  const facts = await ask(FACTS)
  const opened = new Set(
    facts.filter((fact) => fact.event === 'opened' && fact.people !== 0).map(({ id }) => id),
  )
  const wrong = facts.flatMap(({ id, event, is_over, people: told, deliveries }) => {
    const must = opened.has(id) && (event === 'opened' || is_over === true)
    if (told === (must ? people : 0) && deliveries === (must ? 1 : 0)) return []
    return [
      `of alert ${String(id)}, ${String(event)}, ${String(told)} people and ${String(deliveries)} deliveries told`,
    ]
  })
  return { wrong, told: opened.size }
}
