// Sends late, repeated and unordered values to two copies of the server, kills copies and PostgreSQL meanwhile, and
// checks that alerts are those of a naive run, and that each is notified once.
// npm run soak:alerts -- [--messages 60000] [--kills 20] [--seed 1]
import { setTimeout as wait } from 'node:timers/promises'
import { alertRulesApi, type Condition } from '#contract/alerts'
import { DAY } from '#contract/common/durations'
import { Client } from '../harness/client'
import { Copies } from '../harness/copies'
import { openFiller, startDatabase } from '../harness/database'
import { numbersOf, runTool, seeded } from '../harness/tool'
import { aConnector, aMember, aSpace, manyDevices } from '../support/builders'
import { startMailbox } from '../support/mailbox'
import { startReceiver } from '../support/receiver'
import { uplinkOf } from '../support/uplink'
import { judgeAlerts, judgeCollected, judgeFacts, judgeMails } from './judgeAlerts'
import { noteRounds, openingsOf } from './openings'
import { planWork } from './plannedWork'

const { messages: total, kills, seed } = numbersOf({ messages: 60_000, kills: 20, seed: 1 })
const DEVICES = 24
/**
 * Devices that send occasionally, and milliseconds of their pauses: the longer ones open alerts of silence, unless a
 * mute of these milliseconds covers them.
 */
const QUIET = { devices: 4, pauses: [10_000, 110_000], silent: 60, mutes: [0, 20_000, 70_000, 150_000] }
/** Devices that send before, during and after mutes. */
const MUTED = 4
const DAYS = 9
const BATCH = 20
/** The owner and another admin. */
const PEOPLE = 2

const random = seeded(seed)
const below = (n: number) => Math.floor(random() * n)
const level = { path: 'level', end: null, readings: 1, seconds: 0 }
const CONDITIONS: Condition[] = [
  { ...level, kind: 'above', limit: 70 },
  { ...level, kind: 'below', limit: 30, end: 45, readings: 2 },
  { ...level, kind: 'above', limit: 60, end: 50, seconds: 300 },
  { kind: 'unchanged', path: 'level', seconds: 120 },
  { kind: 'jump', path: 'level', by: 25 },
]

await runTool(async (lifetime) => {
  const mailbox = await startMailbox()
  lifetime.defer(() => mailbox.stop())
  const receiver = await startReceiver()
  lifetime.defer(() => receiver.stop())
  const database = await startDatabase(lifetime)
  const { ask } = database
  const env = {
    DATABASE_URL: database.url,
    DEMO: '0',
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'alerts@example.com',
  }
  const copies = await Copies.start(lifetime, 2, () => env)
  const filler = await openFiller(lifetime, database.url, { urlOf: () => copies.urls[0] ?? '' })
  // How long values last depends on the rhythm, and so on the timing of this run: switch rhythms off, as in the naive
  // run.
  await ask(`create function no_rhythm() returns trigger language plpgsql as $$ begin
  new.usual_interval := null; return new; end $$`)
  await ask(
    'create trigger no_rhythm before update on device_contact for each row execute function no_rhythm()',
  )
  const space = await aSpace(filler)
  await aMember(filler, space, 'admin')
  const connector = await aConnector(filler, space, {
    triggers: [],
    transformation: `function main(job) { return { url: '${receiver.url}/alerts', data: job.alert } }`,
    retry_delays: [1, 2, 5, 10, 30, 60],
  })
  const devices = await manyDevices(filler, space, DEVICES)
  const quiet = await manyDevices(filler, space, QUIET.devices)
  const muted = await manyDevices(filler, space, MUTED)
  const measuring = [...devices, ...muted]
  const aRule = async (condition: Condition, about: readonly { id: string }[]) => {
    const body = {
      name: condition.kind,
      condition,
      scope: { kind: 'devices', device_ids: about.map(({ id }) => id) },
      notify: { roles: ['admin'], user_ids: [], connector_ids: [connector.id] },
    }
    const path = `/spaces/${space.id}/alert-rules`
    const answer = await filler.call('POST', path, { token: space.owner.token, body })
    return alertRulesApi.create.answer.parse(await answer.json())
  }
  const rules = []
  for (const condition of CONDITIONS) rules.push(await aRule(condition, measuring))
  const silence = await aRule({ kind: 'silent', seconds: QUIET.silent }, quiet)
  // Devices send values of the days before.
  await ask(`update alert_rule set judged_from = now() - interval '10 days' where id <> $1`, [silence.id])
  await noteRounds(ask)

  const client = new Client(copies, space.owner.token)
  const { ledger } = client
  const began = Date.now()
  const seconds = () => Math.round((Date.now() - began) / 1000)
  let sent = 0
  const over = new AbortController()

  type Values = Parameters<typeof uplinkOf>[1]

  /** Sends messages of one device until all are acknowledged. */
  async function deliver(device: (typeof devices)[number], messages: Values[]) {
    const uplinks = messages.map((one) => uplinkOf(device, one))
    for (;;) {
      const answer = await client.call('POST', '/devices/uplinks', { uplinks })
      if (Array.isArray(answer) && answer.every((part: object) => 'id' in part)) return
    }
  }

  /** Sends a wandering level of a device; some messages are late or repeated. */
  async function wander(device: (typeof devices)[number]) {
    let at = began - DAYS * DAY
    let value = below(100)
    let n = 0
    const old: Values[] = []
    while (sent < total) {
      const messages = Array.from({ length: 1 + below(BATCH) }, (): Values => {
        at += 1000 * (10 + below(120))
        if (random() < 0.7) value = Math.max(0, Math.min(100, value + below(41) - 20))
        const late = random() < 0.1 ? 1000 * below(3600) : 0
        return { id: `message ${n++}`, at: at - late, body: { level: value } }
      })
      const again = old.filter(() => random() < 0.02)
      await deliver(device, [...messages, ...again])
      old.push(...messages)
      sent += messages.length
    }
  }

  const get = async (path: string) => client.get(`/spaces/${space.id}${path}`)
  const planned = planWork({ spaceId: space.id, ask, get, call: client.call })

  /** Sends occasional messages of a device. */
  async function pause(device: (typeof devices)[number], place: number) {
    for (let n = 0; !over.signal.aborted || n < 4; n++) {
      await deliver(device, [{ id: `message ${n}`, body: { level: n } }])
      const until = Date.now() + (QUIET.pauses[n % QUIET.pauses.length] ?? 0)
      const muted = n % 2 === 0 ? 0 : (QUIET.mutes[(place + n) % QUIET.mutes.length] ?? 0)
      if (muted > 0) await planned.mute(device, null, Date.now() + muted)
      await wait(until - Date.now())
    }
  }

  /** Sends a jumping level of a device, before, during and after planned work. */
  async function work(device: (typeof devices)[number]) {
    let n = 0
    const say = async () => deliver(device, [{ id: `message ${n++}`, body: { level: below(100) } }])
    await planned.work(device, say, { isEnough: () => over.signal.aborted })
  }

  const sending = Promise.all(devices.map(wander))
  const others = Promise.all([...quiet.map(pause), ...muted.map(work)])
  for (let kill = 0; kill < kills; kill++) {
    while (sent < Math.min(total, ((kill + 1) * total) / (kills - 2))) await wait(20)
    await wait(random() * 3000)
    const killed = await copies.kill(database, random)
    const found = await openingsOf(ask)
    console.log(
      `${String(kill + 1).padStart(2)}  ${killed.padEnd(19)} after ${seconds()} s: ${sent} messages acknowledged, ${found.length} times a rule's condition held, ${mailbox.received.length} e-mails`,
    )
  }
  await sending
  over.abort()
  await others
  const waiting = async () => {
    const [row] = await ask(`
    select (select count(*) from device_contact where history_from is not null)::int
      + (select count(*) from alert_state where withheld_at is not null)::int
      + (select count(*) from alert_news where at <= now())::int
      + (select count(*) from mail where state in ('waiting', 'sending') and kind <> 'alertSummary')::int
      + (select count(*) from delivery where state = 'pending')::int as count`)
    return Number(row?.count)
  }
  // E-mails of a killed copy fail after ten minutes. Do not wait for those at the end of an hour.
  while ((await waiting()) > 0) await wait(1000)

  const compared = await judgeAlerts({ ask, get, rules, silence, devices: measuring, quiet })
  const mails = await judgeMails(ask, mailbox.received)
  const facts = [
    ...(await judgeFacts(ask, { mustNotify: compared.mustNotify, people: PEOPLE, named: PEOPLE })),
    ...(await judgeCollected(ask, compared.mustNotify)),
  ]
  const [mutes] = await ask('select count(*)::int as count from mute')
  return {
    wrong: [...ledger.wrong, ...compared.wrong, ...mails.wrong, ...facts, ...(await copies.stop())],
    done: `${kills} kills (seed ${seed}): ${sent} messages of ${measuring.length + QUIET.devices} devices in ${seconds()} s; answers ${ledger.statuses}; ${compared.count} times a rule's condition held for a device or value, in ${compared.alerts} alerts; ${String(mutes?.count)} mutes; ${mailbox.received.length} e-mails, ${mails.unknown} with an unknown outcome; ${compared.mustNotify.size} alerts, as many as must be, told by the bell and to a receiver, which got ${receiver.received.length} requests.`,
  }
})
