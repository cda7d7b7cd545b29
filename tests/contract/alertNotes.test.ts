import { expect, test } from 'vitest'
import { ALERT_NOTES_MAX, alertSchema, alertsApi, LISTED_NOTES } from '#contract/alerts'
import { changedSinceSchema } from '#contract/common'
import { HOUR } from '#contract/common/durations'
import { overviewApi } from '#contract/overview'
import { anAlert, anAlertRule } from '../support/alerts'
import { aDevice, aMember, aSpace, type TestUser } from '../support/builders'
import { serve } from '../support/serve'

const START = Date.parse('2026-11-01T12:00:00.000Z')
let clock = START
const server = await serve({ now: () => new Date(clock) })

/** Creates a space with an open alert and two admins. */
async function anOutage() {
  clock = START
  const space = await aSpace(server)
  const rule = await anAlertRule(server, space)
  const id = await anAlert(server, rule, (await aDevice(server, space)).id)
  const at = (path: string) => `/spaces/${space.id}${path}`
  const post = async (
    call: 'acknowledge' | 'notes',
    who: TestUser,
    note: string | null,
    headers: Record<string, string> = {},
    alertId = id,
  ) => server.call('POST', at(`/alerts/${alertId}/${call}`), { token: who.token, body: { note }, headers })
  const read = async () =>
    alertSchema.parse(await (await server.call('GET', at(`/alerts/${id}`), space.owner)).json())
  const listed = async () =>
    alertsApi.list.answer.parse(await (await server.call('GET', at('/alerts'), space.owner)).json())
  const lines = async () =>
    overviewApi.attention.answer.parse(await (await server.call('GET', at('/attention'), space.owner)).json())
  return { space, rule, id, at, post, read, listed, lines, dana: await aMember(server, space, 'admin') }
}

test('notes of an alert are a list: another acknowledgement replaces none of them', async () => {
  const { space, post, read, dana } = await anOutage()
  await post('acknowledge', dana, 'on my way')
  clock += HOUR
  expect((await post('acknowledge', space.owner, 'it is the valve')).status).toBe(200)
  expect(await read()).toMatchObject({
    acknowledged_by: space.owner.email,
    note: 'it is the valve',
    note_count: 2,
    notes: [
      { text: 'it is the valve', by: space.owner.email, at: '2026-11-01T13:00:00.000Z' },
      { text: 'on my way', by: dana.email, at: '2026-11-01T12:00:00.000Z' },
    ],
    version: 3,
  })
})

test('a note is added without acknowledging the alert, and keeps who has', async () => {
  const { space, at, id, post, read, dana } = await anOutage()
  await post('acknowledge', dana, null)
  expect((await post('notes', space.owner, '  a spare is in the van ')).status).toBe(200)
  expect(await read()).toMatchObject({
    acknowledged_by: dana.email,
    note: null,
    notes: [{ text: 'a spare is in the van', by: space.owner.email }],
  })
  const log = await server.call('GET', at('/audit?action=alert.note'), space.owner)
  expect(await log.json()).toMatchObject([
    { target_id: id, before: { note: null }, after: { note: 'a spare is in the van' } },
  ])
  const empty = await post('notes', space.owner, ' ')
  expect([empty.status, await empty.text()]).toEqual([400, 'note is required'])
})

test('an acknowledgement conflicts with a note that somebody else wrote meanwhile, and replaces nothing', async () => {
  const { space, post, read, dana } = await anOutage()
  await post('notes', dana, 'the power is off there')
  const late = await post('acknowledge', space.owner, 'mine', { 'If-Match': '"1"' })
  expect(late.status).toBe(412)
  expect(changedSinceSchema.parse(await late.json())).toMatchObject({
    version: 2,
    changes: [{ fields: ['note'], by: dana.email }],
  })
  expect(await read()).toMatchObject({ acknowledged_at: null, notes: [{ text: 'the power is off there' }] })
})

test(`an alert has at most ${ALERT_NOTES_MAX} notes, and lists have the newest one`, async () => {
  const { post, read, listed, dana } = await anOutage()
  for (let count = 1; count <= ALERT_NOTES_MAX; count++) await post('notes', dana, `note ${count}`)
  const refused = [await post('notes', dana, 'one more'), await post('acknowledge', dana, 'one more')]
  for (const answer of refused)
    expect([answer.status, await answer.text()]).toEqual([
      400,
      `an alert has at most ${ALERT_NOTES_MAX} notes`,
    ])
  expect((await post('acknowledge', dana, null)).status).toBe(200)
  expect((await read()).notes).toHaveLength(ALERT_NOTES_MAX)
  const [one] = await listed()
  expect([one?.note_count, one?.notes.map(({ text }) => text)]).toEqual([
    ALERT_NOTES_MAX,
    Array.from({ length: LISTED_NOTES }, (_, place) => `note ${ALERT_NOTES_MAX - place}`),
  ])
})

test('the attention list has how many alerts of a rule are acknowledged, and by whom', async () => {
  const { space, rule, id, post, lines, dana } = await anOutage()
  clock += HOUR
  const newest = await anAlert(server, rule, (await aDevice(server, space)).id)
  const evidence = { count: 2, alert_count: 2, alert_id: newest }
  const nobody = { count: 0, by: [], by_count: 0 }
  expect(await lines()).toMatchObject([{ evidence: { ...evidence, acknowledged: nobody } }])
  await post('acknowledge', dana, null, {}, newest)
  const [one] = await lines()
  expect(one?.evidence).toMatchObject({
    ...evidence,
    acknowledged: { count: 1, by: [dana.email], by_count: 1 },
  })
  // A client that knows only this field would say that she has acknowledged all that the line counts.
  expect(one?.evidence.acknowledged_by).toBeUndefined()
  await post('acknowledge', dana, null, {}, id)
  expect(await lines()).toMatchObject([
    { evidence: { acknowledged: { count: 2 }, acknowledged_by: dana.email } },
  ])
  await post('acknowledge', space.owner, null, {}, id)
  const [both] = await lines()
  expect(both?.evidence.acknowledged).toEqual({
    count: 2,
    by: [dana.email, space.owner.email].toSorted(),
    by_count: 2,
  })
  expect(both?.evidence.acknowledged_by).toBeUndefined()
})
