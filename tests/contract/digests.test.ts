import { afterAll, expect, onTestFinished, test } from 'vitest'
import { alertRulesApi } from '#contract/alerts'
import { MINUTE } from '#contract/common/durations'
import { planDigests } from '../../server/services/mail/letters/digest'
import { smtpTransport } from '../../server/services/mail/transport'
import { startDigests } from '../../server/workers/notifications'
import { aDevice, aMember } from '../support/builders'
import { evaluateDue } from '../support/evaluation'
import { startMailbox } from '../support/mailbox'
import { makeServer } from '../support/makeServer'
import { serveSpace } from '../support/serve'
import { anUplink } from '../support/uplink'

const mailbox = await startMailbox()
afterAll(() => mailbox.stop())
/** The clocks in Prague go forward in the night after. */
let clock = Date.parse('2026-03-27T12:00:00Z')
const now = () => new Date(clock)
const mail = smtpTransport(mailbox.url)
const { server, space } = await serveSpace({ now, mail })
const other = await makeServer({ now, mail, databaseUrl: server.databaseUrl })
afterAll(() => other.stop())
const mailsTo = (email: string) => mailbox.received.filter(({ to }) => to.includes(email))

const evaluate = () => evaluateDue(server, now)

/** Lets both copies of the server send the digests that are due, at the same time and twice, until all are sent. */
async function digest() {
  const plan = ({ deps }: typeof server) =>
    planDigests(deps, (_, error) => {
      throw error
    })
  await Promise.all([server, other, server].map(plan))
  await plan(other)
  server.deps.dueMail.ring()
  await allSent()
}

async function allSent() {
  await expect
    .poll(async () => {
      const { rowCount } = await server.db.$client.query(
        `select from mail where state in ('waiting', 'sending') and due_at <= $1`,
        [now()],
      )
      return rowCount
    })
    .toBe(0)
}

async function goTo(time: string) {
  clock = Date.parse(time)
  await evaluate()
}

const put = async (person: { token: string }, path: string, body: object) =>
  expect((await server.call('PUT', path, { token: person.token, body })).status).toBe(200)

async function aPerson(settings: object, of = space) {
  const person = await aMember(server, of, 'user')
  await put(person, '/profile', { timezone: 'Europe/Prague' })
  await put(person, '/profile/notifications', settings)
  return person
}

/** Creates a device whose alert opens at a time; the rule notifies these people. */
async function openAt(
  time: string,
  people: readonly { id: string }[],
  { name = 'meter is silent', urgent = false, of = space } = {},
) {
  const device = await aDevice(server, of)
  const body = {
    name,
    condition: { kind: 'silent', seconds: 600 },
    scope: { kind: 'devices', device_ids: [device.id] },
    notify: { roles: [], user_ids: people.map(({ id }) => id) },
    urgent,
  }
  clock = Date.parse(time) - 10 * MINUTE
  await evaluate()
  const made = await server.call('POST', `/spaces/${of.id}/alert-rules`, { token: of.owner.token, body })
  const rule = alertRulesApi.create.answer.parse(await made.json())
  await anUplink(server, device)
  for (let minutes = 0; minutes < 11; minutes++) {
    clock += MINUTE
    // oxlint-disable-next-line no-await-in-loop -- one minute after the other
    await evaluate()
  }
  server.deps.dueMail.ring()
  return { device, rule }
}

const DAILY = { emails: 'digest', digest_hour: 8 }

test('a daily e-mail lists alerts that opened, ended and are still open; urgent ones come at once', async () => {
  const [daily, each] = [await aPerson(DAILY), await aPerson({})]
  // The hour of today has passed, without news.
  await digest()
  await openAt('2026-03-27T14:00:00Z', [daily, each], { name: 'pump is silent', urgent: true })
  await mailbox.newest(daily.email)
  const returns = await openAt('2026-03-27T15:00:00Z', [daily, each], { name: 'well is silent' })
  await openAt('2026-03-27T16:00:00Z', [daily, each], { name: 'meter is silent' })
  await mailbox.newest(each.email, 3)
  await anUplink(server, returns.device)
  clock += MINUTE
  await evaluate()
  // It is silent again, and its rule notifies nobody.
  await put(space.owner, `/spaces/${space.id}/alert-rules/${returns.rule.id}`, { enabled: false })
  await digest()
  expect(mailsTo(daily.email)).toHaveLength(1)

  await goTo('2026-03-28T06:59:00Z')
  await digest()
  expect(mailsTo(daily.email)).toHaveLength(1)
  // The server was down at that hour.
  await goTo('2026-03-28T09:00:00Z')
  await digest()
  const first = await mailbox.newest(daily.email, 2)
  expect(first.headers.get('subject')).toBe('Spaceport alerts: 1 opened, 1 resolved')
  expect(first.text).toContain(
    `${space.name}: opened\n- meter is silent, 1 device, since 27/03, 16:50 (17 hours 10 minutes)\n`,
  )
  expect(first.text).toMatch(
    new RegExp(
      `: resolved\\n- well is silent, 1 device, 27/03, 15:50 – 27/03, 17:01 \\(1 hour 11 minutes\\)\\n {2}https`,
    ),
  )
  expect(first.text).not.toContain('pump')
  await goTo('2026-03-28T20:00:00Z')
  await digest()
  expect(mailsTo(daily.email)).toHaveLength(2)

  // The clocks have gone forward: eight is an hour earlier.
  await openAt('2026-03-28T21:00:00Z', [daily], { name: 'gate is silent' })
  await goTo('2026-03-29T05:59:00Z')
  await digest()
  expect(mailsTo(daily.email)).toHaveLength(2)
  await goTo('2026-03-29T06:00:00Z')
  await digest()
  const second = await mailbox.newest(daily.email, 3)
  expect(second.headers.get('subject')).toBe('Spaceport alerts: 1 opened, 1 ongoing')
  await goTo('2026-03-30T09:00:00Z')
  await digest()
  // No news: an alert that is still open alone is no reason for an e-mail.
  expect(mailsTo(daily.email)).toHaveLength(3)
  expect(mailsTo(each.email).some(({ text }) => text.includes('daily e-mail'))).toBe(false)
})

test('a digest that could not be sent is included in the next one; people who left a space get nothing about it', async () => {
  const daily = await aPerson(DAILY)
  await openAt('2026-04-01T10:00:00Z', [daily], { name: 'meter is silent' })
  mailbox.treat(550)
  await goTo('2026-04-02T07:00:00Z')
  await digest()
  expect(mailsTo(daily.email)).toEqual([])
  await openAt('2026-04-02T10:00:00Z', [daily], { name: 'gate is silent' })
  await goTo('2026-04-03T07:00:00Z')
  await digest()
  const letter = await mailbox.newest(daily.email)
  expect(letter.text).toMatch(/opened\n- meter is silent.*\n.*\n- gate is silent/)

  await openAt('2026-04-03T10:00:00Z', [daily], { name: 'pump is silent' })
  await server.db.$client.query('delete from space_user where space_id = $1 and user_id = $2', [
    space.id,
    daily.id,
  ])
  await goTo('2026-04-04T07:00:00Z')
  await digest()
  expect(mailsTo(daily.email)).toHaveLength(1)
})

test('a daily e-mail is in Czech with its plurals, and starts when a person switches it on', async () => {
  const daily = await aPerson({})
  await server.db.$client.query(`update app_user set language = 'cs' where id = $1`, [daily.id])
  await openAt('2026-04-05T08:00:00Z', [daily], { name: 'told already' })
  await mailbox.newest(daily.email)
  clock += 5 * MINUTE
  await put(daily, '/profile/notifications', DAILY)
  await openAt('2026-04-05T12:00:00Z', [daily])
  await openAt('2026-04-05T14:00:00Z', [daily])
  await goTo('2026-04-06T06:00:00Z')
  const worker = startDigests(server.deps)
  onTestFinished(() => worker.stop())
  const letter = await mailbox.newest(daily.email, 2)
  expect(letter.headers.get('subject')).toBe('Spaceport, upozornění: 2 nová, 1 trvající')
  expect(letter.text).toMatch(
    /: trvající\n- told already, 1 zařízení, od 5\. 4\. 09:50 \(22 hodin 10 minut\)/,
  )
})

test('without a time zone in the profile the hour is in UTC, and times are in the zone of the browser, which is named', async () => {
  const daily = await aMember(server, space, 'user')
  await put(daily, '/profile/notifications', DAILY)
  const body = { language: 'en', timezone: 'Asia/Tokyo' }
  expect((await server.call('PUT', '/profile/locale', { token: daily.token, body })).status).toBe(204)
  await openAt('2026-04-08T12:00:00Z', [daily])
  await goTo('2026-04-09T07:59:00Z')
  await digest()
  expect(mailsTo(daily.email)).toEqual([])
  await goTo('2026-04-09T08:00:00Z')
  await digest()
  const letter = await mailbox.newest(daily.email)
  expect(letter.text).toContain('Times are in the time zone Asia/Tokyo.')
  expect(letter.text).toContain('since 08/04, 20:50')
})

test('a person who switches daily e-mails off does not get one that could not be sent before', async () => {
  const daily = await aPerson(DAILY)
  await openAt('2026-04-07T10:00:00Z', [daily])
  mailbox.treat(451)
  await goTo('2026-04-08T07:00:00Z')
  await digest()
  await put(daily, '/profile/notifications', { emails: 'each' })
  clock += 5 * MINUTE
  server.deps.dueMail.ring()
  await allSent()
  expect(mailsTo(daily.email)).toEqual([])
  const { rowCount } = await server.db.$client.query('select from mail where user_id = $1', [daily.id])
  expect(rowCount).toBe(0)
})
