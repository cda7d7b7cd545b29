import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type AlertTest, type AlertTestInput, alertTestsApi } from '#contract/alerts'
import { connectorsApi } from '#contract/connectors'
import { smtpTransport } from '../../server/services/mail/transport'
import { openWeb } from '../../server/services/outgoing/web'
import { startPush } from '../../server/workers/notifications'
import { aRuleOf, sendsJob } from '../support/alertDeliveries'
import { aConnector, aDevice, aKey, aMember, aSpace, aTag, aUser, type TestSpace } from '../support/builders'
import { startMailbox } from '../support/mailbox'
import { makeServer, type TestServer } from '../support/makeServer'
import { aPushBrowser } from '../support/push'
import { startReceiver } from '../support/receiver'

const [mailbox, receiver] = [await startMailbox(), await startReceiver()]
let server: TestServer
beforeAll(async () => {
  server = await makeServer({ mail: smtpTransport(mailbox.url), deliveries: { allowPrivate: true } })
})
afterAll(async () => {
  await server.stop()
  await Promise.all([mailbox.stop(), receiver.stop()])
})

function startPushes() {
  const web = openWeb({ allowPrivate: true })
  const worker = startPush({ ...server.deps, web }, { period: 50, failed: 50 })
  onTestFinished(() => worker.stop())
}

type Who = { token: string } | { key: string }

async function testAs(space: TestSpace, body: AlertTestInput, who: Who = { token: space.owner.token }) {
  const answer = await server.call('POST', `/spaces/${space.id}/alert-rules/test`, { body, ...who })
  return alertTestsApi.send.answer.parse(await answer.json())
}

async function follow(space: TestSpace, { id }: AlertTest, who: Who = { token: space.owner.token }) {
  const answer = await server.call('GET', `/spaces/${space.id}/alert-rules/test/${id}`, who)
  return alertTestsApi.get.answer.parse(await answer.json())
}

const EVERYBODY = { roles: ['admin', 'user'], user_ids: [] } satisfies AlertTestInput['notify']

test('a test goes by e-mail and push to the person who sends it, and to the connectors, each marked as a test', async () => {
  startPushes()
  const space = await aSpace(server)
  const colleague = await aMember(server, space, 'admin')
  const browser = await aPushBrowser(server, receiver, space.owner)
  const theirs = await aPushBrowser(server, receiver, colleague)
  const connector = await aConnector(server, space, {
    triggers: [],
    transformation: sendsJob(`${receiver.url}/everywhere`),
  })
  const device = await aDevice(server, space)
  const rule = await aRuleOf(server, space, [device], { roles: ['admin'], connector_ids: [connector.id] })
  const begun = await testAs(space, { rule_id: rule.id })
  expect(begun).toMatchObject({
    unsaid: null,
    mail: { to: space.owner.email, has_server: true },
    pushes: [{ browser_id: browser.id }],
    deliveries: [{ connector_id: connector.id, name: connector.name }],
  })

  const mail = await mailbox.newest(space.owner.email)
  expect(mail.headers.get('subject')).toMatch(/^Test: .* alert in .*: tank nearly empty \(1 device\)$/)
  expect(mail.text).toContain('This is a test that you sent yourself. Nothing has happened.')
  expect(mail.text).toContain('Test device: level 19, since ')
  expect(mail.link).toBe(`https://console.example.com/space/${space.id}/alert-rules/${rule.id}`)
  const [pushed] = await receiver.arrivals(browser.path)
  expect(browser.read(pushed?.bytes ?? Buffer.from(''))).toMatchObject({
    title: 'Test: tank nearly empty',
    url: `/space/${space.id}/alert-rules/${rule.id}`,
  })
  const [request] = await receiver.arrivals('/everywhere')
  expect(request?.headers['webhook-signature']).toMatch(/^v1,/)
  expect(JSON.parse(request?.body ?? '')).toMatchObject({
    alert: {
      test: true,
      event: 'opened',
      id: begun.id,
      rule: { id: rule.id, name: 'Test: tank nearly empty' },
      devices: [{ name: 'Test device', value: 19 }],
      url: `https://console.example.com/space/${space.id}/alert-rules/${rule.id}`,
    },
  })

  await expect
    .poll(() => follow(space, begun))
    .toMatchObject({
      mail: { state: 'sent', error: null },
      pushes: [{ state: 'sent', error: null }],
      deliveries: [{ state: 'delivered', status: 204, duration: expect.any(Number), error: null }],
    })
  const [{ delivery_id } = { delivery_id: null }] = begun.deliveries
  const path = `/spaces/${space.id}/connectors/${connector.id}/deliveries/${delivery_id}`
  const opened = await server.call('GET', path, { token: space.owner.token })
  expect(connectorsApi.delivery.answer.parse(await opened.json())).toMatchObject({
    alert: { test: true, rule: { name: 'Test: tank nearly empty' } },
    tries: [{ status: 204 }],
  })

  // Nobody else is notified, and there is no alert.
  expect(mailbox.received.map(({ to }) => to)).toEqual([space.owner.email])
  expect(receiver.at(theirs.path)).toEqual([])
  const alerts = await server.call('GET', `/spaces/${space.id}/alerts`, { token: space.owner.token })
  expect(await alerts.json()).toEqual([])
  const seen = await server.call('GET', `/spaces/${space.id}/alert-rules/test/${begun.id}`, colleague)
  expect(seen.status).toBe(404)
})

test('a failed test says why, and when it is retried', async () => {
  startPushes()
  const space = await aSpace(server)
  const browser = await aPushBrowser(server, receiver, space.owner)
  receiver.on(browser.path, (response) => void response.writeHead(403).end())
  receiver.on('/broken', (response) => void response.writeHead(500).end())
  mailbox.treat(550)
  const send = (path: string) =>
    aConnector(server, space, { retry_delays: [], transformation: sendsJob(receiver.url + path) })
  const [failing, disabled] = [await send('/broken'), await aConnector(server, space, { enabled: false })]
  const later = await aConnector(server, space, {
    retry_delays: [3600],
    transformation: sendsJob(`${receiver.url}/broken`),
  })
  const gone = '01890000-0000-7000-8000-000000000000'
  const connector_ids = [failing.id, disabled.id, later.id, gone]
  const begun = await testAs(space, { notify: { ...EVERYBODY, connector_ids } })
  await expect
    .poll(() => follow(space, begun))
    .toMatchObject({
      mail: { state: 'failed', error: expect.stringContaining('550'), next_attempt_at: null },
      pushes: [{ state: 'failed', error: expect.stringContaining('403') }],
      deliveries: [
        { state: 'failed', status: 500, error: expect.any(String), next_attempt_at: null },
        { state: 'disabled', delivery_id: null, status: null },
        { state: 'pending', status: 500, next_attempt_at: expect.any(String) },
        { state: 'gone', delivery_id: null },
      ],
    })

  receiver.on(browser.path, (response) => void response.writeHead(410).end())
  const again = await testAs(space, { notify: EVERYBODY })
  await expect.poll(async () => (await follow(space, again)).pushes).toMatchObject([{ state: 'dropped' }])
})

test('a test waits with the other deliveries of a connector that is paused', async () => {
  const space = await aSpace(server)
  const connector = await aConnector(server, space, { transformation: sendsJob(`${receiver.url}/paused`) })
  const at = `/spaces/${space.id}/connectors/${connector.id}`
  const { token } = space.owner
  expect((await server.call('POST', `${at}/pause`, { token, body: {} })).status).toBe(200)
  const begun = await testAs(space, { notify: { roles: [], user_ids: [], connector_ids: [connector.id] } })
  expect(begun.deliveries).toMatchObject([{ state: 'held', status: null }])
  expect((await server.call('POST', `${at}/resume`, { token, body: { backlog: 'deliver' } })).status).toBe(
    200,
  )
  await expect
    .poll(async () => (await follow(space, begun)).deliveries)
    .toMatchObject([{ state: 'delivered' }])
})

test('quiet hours do not delay a test; people who want no e-mails get none; a rule without an audience notifies nobody', async () => {
  const space = await aSpace(server)
  const { token } = space.owner
  const settle = (body: object) => server.call('PUT', '/profile/notifications', { token, body })
  const hour = (ahead: number) =>
    `${String((new Date().getUTCHours() + 24 + ahead) % 24).padStart(2, '0')}:00`
  await settle({ quiet_from: hour(-1), quiet_to: hour(2) })
  const rule = await aRuleOf(server, space, [await aDevice(server, space)], { roles: ['admin'] })
  await testAs(space, { rule_id: rule.id, name: 'not saved yet' })
  const mail = await mailbox.newest(space.owner.email)
  expect(mail.headers.get('subject')).toContain('not saved yet')
  await settle({ emails: 'none' })
  expect(await testAs(space, { rule_id: rule.id })).toMatchObject({ unsaid: null, mail: null, pushes: [] })
  await settle({ emails: 'each' })
  const nobody = { roles: [], user_ids: [] }
  expect(await testAs(space, { rule_id: rule.id, notify: nobody })).toMatchObject({
    unsaid: 'nobody',
    mail: null,
    deliveries: [],
  })
})

test('a key tests the connectors that it sees, and gets their responses only if it may read connectors', async () => {
  const space = await aSpace(server)
  const connector = await aConnector(server, space, { transformation: sendsJob(`${receiver.url}/of-key`) })
  const { id: blind } = await aKey(server, space, { permissions: ['space:alertRule:update'] })
  const notify = { ...EVERYBODY, connector_ids: [connector.id] }
  const begun = await testAs(space, { notify }, { key: blind })
  expect(begun).toMatchObject({ unsaid: 'key', mail: null, pushes: [] })
  await receiver.arrivals('/of-key')
  await expect
    .poll(async () => (await follow(space, begun, { key: blind })).deliveries)
    .toMatchObject([{ state: 'delivered', name: null, status: null, duration: null }])
})

test('a key with tags gets no names of connectors that it does not see, and reads the deliveries of its own tests', async () => {
  const space = await aSpace(server)
  const tags = [await aTag(server, space)]
  const transformation = sendsJob(`${receiver.url}/of-tagged-key`)
  const seen = await aConnector(server, space, { tags, transformation })
  const unseen = await aConnector(server, space, { transformation })
  const permissions = ['space:alertRule:update', 'space:connector:read'] as const
  const { id: key } = await aKey(server, space, { tags, permissions: [...permissions] })
  const notify = { ...EVERYBODY, connector_ids: [seen.id, unseen.id] }
  const begun = await testAs(space, { notify }, { key })
  expect(begun.deliveries).toMatchObject([
    { connector_id: seen.id, name: seen.name },
    { connector_id: unseen.id, name: null, state: 'gone', delivery_id: null },
  ])
  const [ofOwner] = (await testAs(space, { notify })).deliveries
  const open = async (id: string | null | undefined) =>
    (await server.call('GET', `/spaces/${space.id}/connectors/${seen.id}/deliveries/${id}`, { key })).status
  expect(await open(begun.deliveries[0]?.delivery_id)).toBe(200)
  expect(await open(ofOwner?.delivery_id)).toBe(404)
})

test('an administrator who is not in the space is not notified, and the answer says so', async () => {
  const space = await aSpace(server)
  const { token } = await aUser(server, { systemRole: 'admin' })
  expect(await testAs(space, { notify: EVERYBODY }, { token })).toMatchObject({
    unsaid: 'outsider',
    mail: null,
    pushes: [],
  })
})

test('a test never stops a connector, whatever its receiver answers', async () => {
  receiver.on('/gone', (response) => void response.writeHead(410).end())
  const space = await aSpace(server)
  const connector = await aConnector(server, space, {
    retry_delays: [],
    transformation: sendsJob(`${receiver.url}/gone`),
  })
  const begun = await testAs(space, { notify: { roles: [], user_ids: [], connector_ids: [connector.id] } })
  await expect
    .poll(async () => (await follow(space, begun)).deliveries)
    .toMatchObject([{ state: 'failed', status: 410 }])
  const path = `/spaces/${space.id}/connectors/${connector.id}`
  const answer = await server.call('GET', path, { token: space.owner.token })
  expect(connectorsApi.get.answer.parse(await answer.json()).operation).toMatchObject({ state: 'on' })
})

test('tests are rate limited, and the answer says when the next one is allowed', async () => {
  const space = await aSpace(server)
  const { token } = space.owner
  const post = () => server.call('POST', `/spaces/${space.id}/alert-rules/test`, { token, body: {} })
  for (let i = 0; i < 10; i++) expect((await post()).status).toBe(201)
  const refused = await post()
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '60'])
  expect(await refused.text()).toBe('too many tests, try again in 60 seconds')
})
