import { afterAll, expect, test } from 'vitest'
import { alertRulesApi } from '#contract/alerts'
import { MINUTE } from '#contract/common/durations'
import { smtpTransport } from '../../server/services/mail/transport'
import { aDevice, aMember } from '../support/builders'
import { evaluateDue } from '../support/evaluation'
import { startMailbox } from '../support/mailbox'
import { serveSpace } from '../support/serve'
import { anUplink } from '../support/uplink'

const mailbox = await startMailbox()
afterAll(() => mailbox.stop())
/** 20:00 in Prague, in the evening before the clocks go forward. */
const EVENING = Date.parse('2026-03-28T19:00:00Z')
let clock = EVENING
const now = () => new Date(clock)
const { server, space } = await serveSpace({ now, mail: smtpTransport(mailbox.url) })
const { token } = space.owner
const mailsTo = (email: string) => mailbox.received.filter(({ to }) => to.includes(email))

/** Evaluates the rules for silence. */
const evaluate = () => evaluateDue(server, now)

/** Advances the clock while a server runs. */
async function pass(minutes: number) {
  for (let left = minutes; left > 0; left--) {
    clock += MINUTE
    // oxlint-disable-next-line no-await-in-loop -- one minute after the other
    await evaluate()
  }
  server.deps.dueMail.ring()
}

/** Sets the clock, without a running server meanwhile. */
async function goTo(time: string) {
  clock = Date.parse(time)
  await evaluate()
  server.deps.dueMail.ring()
}

/** Pending e-mails by kind, with the time that they are due. */
async function waiting(userId: string) {
  const { rows } = await server.db.$client.query<{ kind: string; due: Date }>(
    `select kind, due_at as due from mail where user_id = $1 and state in ('waiting', 'sending') order by id`,
    [userId],
  )
  return rows.map(({ kind, due }) => [kind, due.toISOString()])
}

const aPerson = async (settings: object) => {
  const person = await aMember(server, space, 'user')
  const ofPerson = { token: person.token }
  await server.call('PUT', '/profile', { ...ofPerson, body: { timezone: 'Europe/Prague' } })
  const saved = await server.call('PUT', '/profile/notifications', { ...ofPerson, body: settings })
  expect(saved.status).toBe(200)
  return person
}

const NIGHT = { quiet_from: '22:00', quiet_to: '07:00' }

async function aRule(devices: readonly { id: string }[], people: readonly { id: string }[], urgent = false) {
  const body = {
    name: urgent ? 'pump is silent' : 'meter is silent',
    condition: { kind: 'silent', seconds: 600 },
    scope: { kind: 'devices', device_ids: devices.map(({ id }) => id) },
    notify: { roles: [], user_ids: people.map(({ id }) => id) },
    urgent,
  }
  const answer = await server.call('POST', `/spaces/${space.id}/alert-rules`, { token, body })
  return alertRulesApi.create.answer.parse(await answer.json())
}

/** Creates a device that was last seen at a time, and opens an alert after ten minutes of silence. */
async function silentAt(time: string, people: readonly { id: string }[], urgent = false) {
  const device = await aDevice(server, space)
  await aRule([device], people, urgent)
  await goTo(time)
  await anUplink(server, device)
  await pass(11)
  return device
}

test('an e-mail waits for the end of the quiet hours of each person, and has the state of that time', async () => {
  const [sleeper, awake] = [await aPerson(NIGHT), await aPerson({})]
  await silentAt('2026-03-28T20:40:00Z', [sleeper, awake])
  await mailbox.newest(sleeper.email)
  await silentAt('2026-03-28T21:00:00Z', [sleeper, awake])
  const returns = await silentAt('2026-03-28T21:20:00Z', [sleeper, awake])
  await mailbox.newest(awake.email, 3)
  // The clocks go forward that night: 07:00 is an hour earlier.
  const morning = '2026-03-29T05:00:00.000Z'
  await anUplink(server, returns)
  await pass(1)
  await mailbox.newest(awake.email, 4)
  expect(await waiting(sleeper.id)).toEqual([
    ['alertOpened', morning],
    ['alertOpened', morning],
    ['alertEnded', morning],
  ])
  clock = Date.parse(morning) - 1
  server.deps.dueMail.ring()
  await mailbox.newest(awake.email, 4)
  expect(mailsTo(sleeper.email)).toHaveLength(1)
  clock = Date.parse(morning)
  server.deps.dueMail.ring()
  await mailbox.newest(sleeper.email, 3)
  await expect.poll(() => waiting(sleeper.id)).toEqual([])
  const subjects = mailsTo(sleeper.email)
    .slice(1)
    .map(({ headers }) => headers.get('subject') ?? '')
  expect(subjects.filter((subject) => subject.includes('alert resolved'))).toHaveLength(1)
  const over = mailsTo(sleeper.email).find(({ headers }) =>
    headers.get('subject')?.includes('alert resolved'),
  )
  expect(over?.text).toMatch(/Since: .*22:20.*\nUntil: .*22:3\d/)
})

test('urgent alerts are sent at once, when they open and when they end', async () => {
  const sleeper = await aPerson(NIGHT)
  const device = await silentAt('2026-03-29T22:00:00Z', [sleeper], true)
  await mailbox.newest(sleeper.email)
  await anUplink(server, device)
  await pass(1)
  await mailbox.newest(sleeper.email, 2)
  await expect.poll(() => waiting(sleeper.id)).toEqual([])
})

test('pending e-mails follow changed quiet hours, and people who want no e-mails get none', async () => {
  const [sleeper, tired] = [await aPerson(NIGHT), await aPerson(NIGHT)]
  await silentAt('2026-03-30T22:00:00Z', [sleeper, tired])
  const put = (person: { token: string }, body: object) =>
    server.call('PUT', '/profile/notifications', { token: person.token, body })
  await put(sleeper, { quiet_to: '05:00' })
  expect(await waiting(sleeper.id)).toEqual([['alertOpened', '2026-03-31T03:00:00.000Z']])
  await put(sleeper, { quiet_from: null, quiet_to: null })
  await put(tired, { emails: 'none', quiet_from: null, quiet_to: null })
  server.deps.dueMail.ring()
  await mailbox.newest(sleeper.email)
  await expect.poll(() => waiting(tired.id)).toEqual([])
  await silentAt('2026-03-31T10:00:00Z', [sleeper, tired], true)
  await mailbox.newest(sleeper.email, 2)
  expect(mailsTo(tired.email)).toEqual([])
})

test('quiet hours need both ends, and valid times', async () => {
  const person = await aPerson({})
  const put = async (body: object) => {
    const answer = await server.call('PUT', '/profile/notifications', { token: person.token, body })
    return [answer.status, await answer.text()]
  }
  expect(await put({ quiet_from: '22:00' })).toEqual([
    400,
    'quiet_to is required, as quiet hours have a beginning and an end',
  ])
  expect(await put({ quiet_from: '22:00', quiet_to: '22:00' })).toEqual([
    400,
    'quiet_to must differ from quiet_from',
  ])
  expect(await put({ quiet_from: '24:00', quiet_to: '07:00' })).toEqual([
    400,
    expect.stringContaining('quiet_from must be a time like 22:00'),
  ])
  const read = await server.call('GET', '/profile/notifications', { token: person.token })
  expect(await read.json()).toMatchObject({ emails: 'each', quiet_from: null, quiet_to: null })
})
