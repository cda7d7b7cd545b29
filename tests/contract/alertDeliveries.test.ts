import { afterAll, describe, expect, test } from 'vitest'
import { alertRulesApi } from '#contract/alerts'
import type { AlertJob } from '#contract/connectors'
import { connectorsApi } from '#contract/connectors'
import { inTransaction } from '../../server/db/database'
import { notifyAudience } from '../../server/services/alerts/notifyAudience'
import { anAlertRoute, aRuleOf, EMPTY_TANK, sendLevels, sendsJob } from '../support/alertDeliveries'
import { anAlert, anAlertRule } from '../support/alerts'
import { aConnector, aDevice, aKey, aSpace, aTag } from '../support/builders'
import { ADDRESS } from '../support/makeServer'
import { startReceiver } from '../support/receiver'
import { serve } from '../support/serve'

const receiver = await startReceiver()
afterAll(() => receiver.stop())
const server = await serve({ deliveries: { allowPrivate: true } })

const jobsAt = async (path: string, count: number): Promise<AlertJob[]> =>
  (await receiver.arrivals(path, count)).map(({ body }) => JSON.parse(body))

/** Creates a rule whose connector sends its job to a path. */
const to = async (path: string, retry_delays: number[] = []) =>
  anAlertRoute(server, { transformation: sendsJob(receiver.url + path), retry_delays })

/** Answers the first requests to a path with these statuses, and all later ones with success. */
function answer(path: string, ...statuses: number[]) {
  const left = [...statuses]
  receiver.on(path, (response) => void response.writeHead(left.shift() ?? 204).end())
}

describe('a connector that a rule names', () => {
  test('is notified when an alert opens and when it ends, by a signed request with the facts of that time', async () => {
    const { space, device, connector, rule, send, list, detail } = await to('/notified')
    await send(12.5)
    const [opened] = await jobsAt('/notified', 1)
    const [request] = receiver.at('/notified')
    expect(request?.headers['webhook-signature']).toMatch(/^v1,/)
    const since = expect.stringMatching(/^\d{4}-.*Z$/)
    expect(opened).toEqual({
      attempt: 0,
      message: null,
      device: null,
      variables: {},
      test: false,
      alert: {
        event: 'opened',
        test: false,
        id: expect.any(String),
        rule: { id: rule.id, name: 'tank nearly empty' },
        urgent: false,
        condition: EMPTY_TANK,
        sentence: 'When level is below 20',
        opened_at: since,
        ended_at: null,
        flapping: null,
        connector_count: 0,
        connectors: [],
        device_count: 1,
        devices: [
          {
            id: device.id,
            name: 'reservoir-north',
            serial_number: device.serial_number,
            path: 'tank.level',
            label: 'level',
            unit: null,
            value: 12.5,
            since,
            ended_at: null,
          },
        ],
        space: { id: space.id, name: space.name },
        url: `${ADDRESS}/space/${space.id}/alerts/${opened?.alert.id}`,
      },
      connector: { id: connector.id, timeout: 10 },
    })
    await send(11, 30)
    const [, ended] = await jobsAt('/notified', 2)
    expect(ended?.alert).toMatchObject({ event: 'ended', id: opened?.alert.id, ended_at: since })
    expect(ended?.alert.devices).toMatchObject([{ value: 11, ended_at: since }])

    const deliveries = await list()
    expect(deliveries).toMatchObject([
      { alert: { event: 'ended' }, message_id: null, message_type: null },
      {
        alert: {
          event: 'opened',
          id: opened?.alert.id,
          rule: { name: 'tank nearly empty' },
          device_count: 1,
        },
        device_id: device.id,
        device_name: 'reservoir-north',
      },
    ])
    await expect
      .poll(async () => (await detail(deliveries[0]?.id ?? '')).tries)
      .toMatchObject([{ status: 204 }])
  })

  test('counts as never used for alerts until its receiver has accepted one', async () => {
    const { space, connector, send, list } = await to('/has-delivered')
    const hasDelivered = async () => {
      const path = `/spaces/${space.id}/connectors/${connector.id}`
      const answer = await server.call('GET', path, { token: space.owner.token })
      return connectorsApi.get.answer.parse(await answer.json()).operation?.has_told_alert
    }
    answer('/has-delivered')
    expect(await hasDelivered()).toBe(false)
    await send(12.5)
    await expect.poll(async () => (await list())[0]?.state).toBe('delivered')
    expect(await hasDelivered()).toBe(true)
  })

  test('is notified again after a failure, with the same content, and with the end if it ended meanwhile', async () => {
    answer('/flaky', 500, 503)
    const { send, on, list, detail, stateOf } = await to('/flaky', [1])
    await send(10)
    const [first, second] = await jobsAt('/flaky', 2)
    expect([first?.attempt, second?.attempt]).toEqual([0, 1])
    expect(second?.alert).toEqual(first?.alert)
    const [delivery] = await list()
    const id = delivery?.id ?? ''
    await expect.poll(async () => stateOf(id)).toBe('failed')
    expect((await detail(id)).tries).toMatchObject([{ status: 500 }, { status: 503 }])
    const statistics = connectorsApi.statistics.answer.parse(await (await on('GET', '/statistics')).json())
    expect(statistics.summaries).toMatchObject([{ failed: 2, success: 0 }])

    await send(30)
    await jobsAt('/flaky', 3)
    expect((await on('POST', `/deliveries/${id}/retry`)).status).toBe(200)
    const again = (await jobsAt('/flaky', 4)).at(-1)
    const { ended_at, ...others } = again?.alert ?? {}
    expect({ ...others, ended_at: null }).toEqual(first?.alert)
    expect(ended_at).toMatch(/Z$/)
    const ids = receiver.at('/flaky').map(({ headers }) => headers['webhook-id'])
    expect([ids[0], ids[1], ids[3]]).toEqual([id, id, id])
    expect(ids[2]).not.toBe(id)
  })

  test('is notified that a device is silent, without a value', async () => {
    const { space, device, connector } = await to('/silent')
    const rule = await anAlertRule(server, space)
    rule.notify.connector_ids.push(connector.id)
    const id = await anAlert(server, rule, device.id)
    await inTransaction(server.db.$client, async (tx) =>
      notifyAudience(tx, 'opened', space.id, [id], new Date()),
    )
    const [job] = await jobsAt('/silent', 1)
    expect(job?.alert).toMatchObject({
      id,
      sentence: 'When a device is silent for 1 hour',
      devices: [{ id: device.id, path: null, label: null, unit: null, value: null }],
    })
  })

  test('is notified of each fact once, however often it is stored', async () => {
    const { space, send, list } = await to('/once')
    await send(10)
    await jobsAt('/once', 1)
    const { rows } = await server.db.$client.query<{ id: string }>(
      'select id from alert where space_id = $1',
      [space.id],
    )
    const again = async () =>
      inTransaction(server.db.$client, async (tx) =>
        notifyAudience(tx, 'opened', space.id, [rows[0]?.id ?? ''], new Date()),
      )
    await Promise.all([again(), again(), again()])
    await send(9, 30)
    await jobsAt('/once', 2)
    expect((await list()).map(({ alert }) => alert?.event)).toEqual(['ended', 'opened'])
  })

  test('is not notified while it is disabled, nor once it is deleted; the others are', async () => {
    const { space, device, connector, send, on, list } = await to('/off')
    const other = await aConnector(server, space, {
      triggers: [],
      transformation: sendsJob(`${receiver.url}/other`),
    })
    await aRuleOf(server, space, [device], { connector_ids: [connector.id, other.id] })
    await on('PUT', '', { enabled: false })
    await send(10)
    await jobsAt('/other', 1)
    expect(await list()).toEqual([])
    await on('DELETE', '')
    await send(30)
    await jobsAt('/other', 2)
    expect(receiver.at('/off')).toEqual([])
  })

  test('gets no alerts that ended before they were evaluated, and no messages when it has no triggers', async () => {
    const { send, list } = await to('/quiet')
    await send(30, 10, 30)
    expect(await list()).toEqual([])
  })
})

describe('a rule', () => {
  const put = async (
    space: Awaited<ReturnType<typeof aSpace>>,
    id: string,
    notify: object,
    who: object = { token: space.owner.token },
  ) => server.call('PUT', `/spaces/${space.id}/alert-rules/${id}`, { ...who, body: { notify } })
  const wrong = [400, 'notify has a connector that is not in this space']

  test('names only connectors of its space, at most 20', async () => {
    const { space, rule } = await to('/names')
    const elsewhere = await aSpace(server)
    const foreign = await aConnector(server, elsewhere)
    const refused = await put(space, rule.id, { roles: [], user_ids: [], connector_ids: [foreign.id] })
    expect([refused.status, await refused.text()]).toEqual(wrong)
    const ids = Array.from({ length: 21 }, () => rule.id)
    const many = await put(space, rule.id, { roles: [], user_ids: [], connector_ids: ids })
    expect([many.status, await many.text()]).toEqual([
      400,
      expect.stringContaining('connector_ids must have at most 20 connectors'),
    ])
  })

  test('keeps its connectors when a client that does not know them changes its audience', async () => {
    const { space, rule, connector, on } = await to('/kept')
    const changed = await put(space, rule.id, { roles: ['admin'], user_ids: [] })
    expect(alertRulesApi.update.answer.parse(await changed.json()).notify).toEqual({
      roles: ['admin'],
      user_ids: [],
      connector_ids: [connector.id],
      shift_ids: [],
    })
    await on('DELETE', '')
    const same = await put(space, rule.id, { roles: [], user_ids: [], connector_ids: [connector.id] })
    expect(same.status).toBe(200)
  })

  test('from an old client has no connectors', async () => {
    const { space } = await to('/old')
    const body = { name: 'old', condition: EMPTY_TANK, notify: { roles: [], user_ids: [] } }
    const { token } = space.owner
    const made = await server.call('POST', `/spaces/${space.id}/alert-rules`, { token, body })
    expect(alertRulesApi.create.answer.parse(await made.json()).notify.connector_ids).toEqual([])
  })
})

describe('a key that is limited to tags', () => {
  test('names only connectors that it sees, and sees only deliveries of alerts whose devices it sees', async () => {
    const space = await aSpace(server)
    const [mine, others] = [await aTag(server, space), await aTag(server, space)]
    const transformation = sendsJob(`${receiver.url}/limited`)
    const seen = await aConnector(server, space, { triggers: [], tags: [mine], transformation })
    const hidden = await aConnector(server, space, { triggers: [], tags: [others], transformation })
    const { id: key } = await aKey(server, space, {
      tags: [mine],
      permissions: [
        'space:alertRule:create',
        'space:alertRule:read',
        'space:alertRule:update',
        'space:connector:read',
      ],
    })
    const [near, far] = [
      await aDevice(server, space, { tags: [mine] }),
      await aDevice(server, space, { tags: [others] }),
    ]
    const body = (id: string) => ({
      name: 'low',
      condition: EMPTY_TANK,
      scope: { kind: 'tags', tag_ids: [mine.id] },
      notify: { roles: [], user_ids: [], connector_ids: [id] },
    })
    const post = async (id: string) =>
      server.call('POST', `/spaces/${space.id}/alert-rules`, { key, body: body(id) })
    const refused = await post(hidden.id)
    expect([refused.status, await refused.text()]).toEqual([
      400,
      'notify has a connector that is not in this space',
    ])
    expect((await post(seen.id)).status).toBe(201)

    await aRuleOf(server, space, [far], { connector_ids: [seen.id] })
    await sendLevels(server, near, 10)
    await sendLevels(server, far, 10)
    await jobsAt('/limited', 2)
    const path = `/spaces/${space.id}/connectors/${seen.id}/deliveries`
    const read = async (who: object, on = path) => (await server.call('GET', on, who)).json()
    const byOwner = connectorsApi.deliveries.answer.parse(await read({ token: space.owner.token }))
    expect(byOwner.map(({ device_id }) => device_id)).toEqual([far.id, near.id])
    const byKey = connectorsApi.deliveries.answer.parse(await read({ key }))
    expect(byKey.map(({ device_id }) => device_id)).toEqual([near.id])
    expect((await server.call('GET', `${path}/${byOwner[0]?.id}`, { key })).status).toBe(404)
    expect(await read({ key }, `${path}/count`)).toEqual({ count: 1 })
  })
})

test('the delivery of an alert is deleted with its device', async () => {
  const { space, device, send, list } = await to('/gone')
  await send(10)
  await jobsAt('/gone', 1)
  expect(await list()).toHaveLength(1)
  await server.call('DELETE', `/spaces/${space.id}/devices/${device.id}`, { token: space.owner.token })
  expect(await list()).toEqual([])
})
