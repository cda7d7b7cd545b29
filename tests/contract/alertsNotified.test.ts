import { afterAll, expect, onTestFinished, test } from 'vitest'
import { FLAPPING_CALM, FLAPPING_OPENINGS, NOTICE_ALERTS, SEPARATE_PER_HOUR } from '#contract/alerts'
import { HOUR, MINUTE } from '#contract/common/durations'
import { alert, alertEpisode } from '../../server/db/schema'
import { notifyAudience } from '../../server/services/alerts/notifyAudience'
import { newId } from '../../server/services/common/ids'
import { smtpTransport } from '../../server/services/mail/transport'
import { notifyDue } from '../../server/services/notifications/due'
import { openWeb } from '../../server/services/outgoing/web'
import { startPush } from '../../server/workers/notifications'
import { anAlertRule } from '../support/alerts'
import { aDevice, aMember, aSpace, type TestSpace } from '../support/builders'
import { startMailbox } from '../support/mailbox'
import { aPushBrowser } from '../support/push'
import { startReceiver } from '../support/receiver'
import { serve } from '../support/serve'

const mailbox = await startMailbox()
const receiver = await startReceiver()
afterAll(() => Promise.all([mailbox.stop(), receiver.stop()]))
/** The beginning of an hour. */
const NINE = Date.parse('2026-03-27T09:00:00Z')
let clock = NINE
const now = () => new Date(clock)
const server = await serve({ now, mail: smtpTransport(mailbox.url) })

type Rule = Awaited<ReturnType<typeof anAlertRule>>

/** Creates a rule that notifies a member of a space. */
async function aWatch({ urgent = false, settings = {} } = {}) {
  clock += HOUR - (clock % HOUR)
  const space = await aSpace(server)
  const person = await aMember(server, space, 'user')
  const saved = await server.call('PUT', '/profile/notifications', { token: person.token, body: settings })
  expect(saved.status).toBe(200)
  return {
    space,
    person,
    urgent,
    rule: await anAlertRule(server, space),
    device: await aDevice(server, space),
  }
}
type Watch = Awaited<ReturnType<typeof aWatch>>

/** Opens alerts of a rule. */
async function open(
  { space, person, device, urgent }: Watch,
  rule: Rule,
  count = 1,
  flaps: number | null = null,
): Promise<string[]> {
  const at = now()
  const ids = Array.from({ length: count }, () => newId(at))
  const notify = { roles: [], user_ids: [person.id], connector_ids: [] }
  const { name: ruleName, condition, id: ruleId } = rule
  const shared = { spaceId: space.id, ruleId, openedAt: at }
  await server.db
    .insert(alert)
    .values(ids.map((id) => ({ ...shared, id, ruleName, condition, notify, urgent, since: at, grewAt: at })))
  await server.db.insert(alertEpisode).values(
    ids.map((alertId) => ({
      ...shared,
      alertId,
      id: newId(at),
      deviceId: device.id,
      path: alertId,
      since: at,
      flaps,
      flappingSince: flaps === null ? null : at,
    })),
  )
  await server.db.transaction((tx) => notifyAudience(tx, 'opened', space.id, ids, at))
  return ids
}

async function end({ space }: Watch, ids: readonly string[]) {
  const at = now()
  await server.db.$client.query(
    'update alert_episode set ended_at = $3 where space_id = $1 and alert_id = any($2)',
    [space.id, ids, at],
  )
  await server.db.$client.query('update alert set ended_at = $3 where space_id = $1 and id = any($2)', [
    space.id,
    ids,
    at,
  ])
  await server.db.transaction((tx) => notifyAudience(tx, 'ended', space.id, ids, at))
}

/** Resolves when all due notifications are sent. */
async function allSent({ id }: Pick<TestSpace, 'id'>) {
  server.deps.dueMail.ring()
  await expect
    .poll(
      async () => {
        const { rows } = await server.db.$client.query<{ count: number }>(
          `select (select count(*) from alert_news where space_id = $1 and at <= $2)::int
            + (select count(*) from mail where space_id = $1 and state in ('waiting', 'sending') and due_at <= $2)::int
            + (select count(*) from push where space_id = $1 and (due_at <= $2 or attempts > 0))::int as count`,
          [id, now()],
        )
        return rows[0]?.count
      },
      { timeout: 60_000 },
    )
    .toBe(0)
}

const subjectsTo = ({ email }: { email: string }) =>
  mailbox.received.filter(({ to }) => to === email).map(({ headers }) => headers.get('subject') ?? '')

test('after thirty notifications in an hour, one e-mail and one push message report the rest, with their counts', async () => {
  const worker = startPush(
    { ...server.deps, web: openWeb({ allowPrivate: true }) },
    { period: 50, failed: 50 },
  )
  onTestFinished(() => worker.stop())
  const watch = await aWatch()
  const { space, person } = watch
  const browser = await aPushBrowser(server, receiver, person)
  clock += MINUTE
  const ids = await open(watch, watch.rule, SEPARATE_PER_HOUR + 12)
  await allSent(space)
  expect(subjectsTo(person)).toHaveLength(SEPARATE_PER_HOUR)
  clock += MINUTE
  await end(watch, ids.slice(0, 2))
  await allSent(space)
  expect(subjectsTo(person)).toHaveLength(SEPARATE_PER_HOUR)
  expect(receiver.at(browser.path)).toHaveLength(SEPARATE_PER_HOUR)

  clock += HOUR
  await allSent(space)
  const last = await mailbox.newest(person.email, SEPARATE_PER_HOUR + 1)
  expect(last.headers.get('subject')).toBe(`Spaceport: 12 more alerts in ${space.name}`)
  expect(last.text).toContain('silent: 12 opened, 2 resolved')
  expect(last.link).toMatch(new RegExp(`/space/${space.id}/alerts$`))
  const pushed = (await receiver.arrivals(browser.path, SEPARATE_PER_HOUR + 1)).at(-1)
  expect(browser.read(pushed?.bytes ?? Buffer.from(''))).toMatchObject({
    title: '12 more alerts',
    body: `${space.name}: 12 opened, 2 resolved`,
    url: `/space/${space.id}/alerts`,
  })
  // The next hour has thirty of its own.
  await end(watch, ids.slice(2, 3))
  await allSent(space)
  expect(subjectsTo(person).at(-1)).toContain('alert resolved in')
})

test('urgent alerts are counted separately, and their rest does not wait for the end of quiet hours', async () => {
  const watch = await aWatch()
  const { space, person } = watch
  const urgent = { ...watch, urgent: true }
  const urgentRule = await anAlertRule(server, space)
  await open(watch, watch.rule)
  await allSent(space)
  await server.db.$client.query('update alert_hour set separate_count = $2 where space_id = $1', [
    space.id,
    SEPARATE_PER_HOUR,
  ])
  await open(watch, watch.rule)
  await open(urgent, urgentRule)
  await allSent(space)
  expect(subjectsTo(person)).toHaveLength(2)
  await server.db.$client.query('update alert_hour set separate_count = $2 where space_id = $1', [
    space.id,
    SEPARATE_PER_HOUR,
  ])
  await open(urgent, urgentRule)
  await allSent(space)
  const clockOf = (time: number) => new Date(time).toISOString().slice(11, 16)
  const body = { quiet_from: clockOf(clock + 30 * MINUTE), quiet_to: clockOf(clock + 5 * HOUR) }
  await server.call('PUT', '/profile/notifications', { token: person.token, body })
  clock += HOUR
  await allSent(space)
  expect(subjectsTo(person)).toHaveLength(3)
  clock += 4 * HOUR
  await allSent(space)
  expect(subjectsTo(person)).toHaveLength(4)
})

test('what flaps is notified once, and again when it stays open for an hour, with its end', async () => {
  const watch = await aWatch()
  const { space, person, rule } = watch
  for (let flaps = FLAPPING_OPENINGS; flaps <= FLAPPING_OPENINGS + 3; flaps++) {
    clock += MINUTE
    const ids = await open(watch, rule, 1, flaps)
    await allSent(space)
    clock += MINUTE
    await end(watch, ids)
    await allSent(space)
  }
  const [only, ...others] = subjectsTo(person)
  expect(only).toMatch(new RegExp(`^Spaceport alert in ${space.name}: silent is flapping, 3 times since `))
  expect(others).toEqual([])
  const ids = await open(watch, rule, 1, FLAPPING_OPENINGS + 4)
  clock += FLAPPING_CALM
  await mailbox.newest(person.email, 2)
  clock += MINUTE
  await end(watch, ids)
  await mailbox.newest(person.email, 3)
  expect(subjectsTo(person).slice(1)).toEqual([
    `Spaceport alert in ${space.name}: silent (1 device)`,
    `Spaceport alert resolved in ${space.name}: silent (1 device)`,
  ])
})

test('an outage is notified when nothing has joined it for some seconds, at the latest three times as long after it opened', async () => {
  const quiet = await serve({ now })
  const space = await aSpace(quiet)
  const device = await aDevice(quiet, space)
  const person = await aMember(quiet, space, 'user')
  const watch = { space, device, person, urgent: false, rule: await anAlertRule(quiet, space) }
  const notifyAll = async () =>
    notifyDue(quiet, {
      now,
      wait: 10_000,
      stopping: new AbortController().signal,
      onStored: () => undefined,
      onFailure: (_, error) => {
        throw error
      },
    })
  const at = now()
  const notify = { roles: [], user_ids: [person.id], connector_ids: [] }
  const { name: ruleName, condition, id: ruleId } = watch.rule
  const id = newId(at)
  const shared = { spaceId: space.id, ruleId, openedAt: at }
  await quiet.db.insert(alert).values({ ...shared, id, ruleName, condition, notify, since: at, grewAt: at })
  const join = async (path: string) =>
    quiet.db
      .insert(alertEpisode)
      .values({ ...shared, alertId: id, id: newId(now()), deviceId: device.id, path, since: at })
  await join('first')
  await quiet.db.transaction((tx) => notifyAudience(tx, 'opened', space.id, [id], at))
  const waiting = async () =>
    (await quiet.db.$client.query('select from mail where space_id = $1', [space.id])).rowCount
  for (let seconds = 0; seconds < 27; seconds += 9) {
    clock += 9000
    await join(`${seconds}`)
    await notifyAll()
    expect(await waiting()).toBe(0)
  }
  clock += 3000
  await notifyAll()
  expect(await waiting()).toBe(1)
})

test('the bell keeps the newest thousand alerts of a space', { tags: 'heavy' }, async () => {
  const watch = await aWatch()
  await open(watch, watch.rule, NOTICE_ALERTS + 50)
  await allSent(watch.space)
  const { rowCount } = await server.db.$client.query(
    'select from notice where space_id = $1 and user_id = $2',
    [watch.space.id, watch.person.id],
  )
  expect(rowCount).toBe(NOTICE_ALERTS)
})
