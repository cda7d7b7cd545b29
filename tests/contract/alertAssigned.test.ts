import { expect, test } from 'vitest'
import { alertSchema, alertsApi } from '#contract/alerts'
import { noticesApi } from '#contract/notices'
import { overviewApi } from '#contract/overview'
import { usersApi } from '#contract/users'
import { anAlert, anAlertRule } from '../support/alerts'
import { aDevice, aMember, aSpace, type TestUser } from '../support/builders'
import { serve } from '../support/serve'

const server = await serve()

/** Creates a space with an open alert and a second admin. */
async function anOutage() {
  const space = await aSpace(server)
  const rule = await anAlertRule(server, space)
  const id = await anAlert(server, rule, (await aDevice(server, space)).id)
  const dana = await aMember(server, space, 'admin')
  const at = (path: string) => `/spaces/${space.id}${path}`
  const get = async (path: string, who: TestUser = space.owner) =>
    (await server.call('GET', path, who)).json()
  const people = usersApi.list.answer.parse(await get(at('/users')))
  const idOf = ({ email }: TestUser) => people.find((one) => one.email === email)?.id
  const assign = async (who: TestUser, to: string | null | undefined) =>
    server.call('POST', at(`/alerts/${id}/acknowledge`), { token: who.token, body: { assign_to: to } })
  const read = async () => alertSchema.parse(await get(at(`/alerts/${id}`)))
  const listed = async (who: TestUser, filter: string) =>
    alertsApi.list.answer.parse(await get(at(`/alerts?${filter}`), who)).map(({ assigned_to }) => assigned_to)
  const notices = async (who: TestUser) =>
    noticesApi.list.answer
      .parse(await get('/profile/notices', who))
      .map(({ event, is_assigned, read_at }) => ({ event, is_assigned, isNew: read_at === null }))
  return { space, id, at, get, dana, idOf, assign, read, listed, notices }
}

test('whoever acknowledges an alert looks after it, or assigns it to another person, who is told', async () => {
  const { space, id, at, get, dana, idOf, assign, read, listed, notices } = await anOutage()
  expect(await listed(dana, 'assigned_to=nobody')).toEqual([null])
  await assign(space.owner, undefined)
  expect(await read()).toMatchObject({
    acknowledged_by: space.owner.email,
    assigned_to: space.owner.email,
  })
  expect(await notices(dana)).toEqual([])

  expect((await assign(space.owner, idOf(dana))).status).toBe(200)
  expect(await read()).toMatchObject({
    acknowledged_by: space.owner.email,
    assigned_to: dana.email,
    notified: [{ step: 0, people: [dana.email] }],
  })
  expect(await listed(dana, 'assigned_to=me')).toEqual([dana.email])
  expect(await listed(space.owner, 'assigned_to=me')).toEqual([])
  expect(await listed(space.owner, 'assigned_to=nobody')).toEqual([])
  expect(await notices(dana)).toEqual([{ event: 'opened', is_assigned: true, isNew: true }])
  const [line] = overviewApi.attention.answer.parse(await get(at('/attention')))
  expect(line?.evidence).toMatchObject({
    acknowledged: { count: 1, by: [dana.email], by_count: 1 },
    acknowledged_by: dana.email,
  })
  expect(await get(at('/audit?action=alert.acknowledge'))).toMatchObject([
    { target_id: id, before: { assigned_to: space.owner.email }, after: { assigned_to: dana.email } },
    { target_id: id, after: { note: null } },
  ])

  await assign(space.owner, null)
  expect(await notices(dana)).toMatchObject([{ is_assigned: false }])
  expect(await listed(space.owner, 'assigned_to=me')).toEqual([space.owner.email])
})

test('an alert is assigned only to people of the space who may see it, by those who may know them', async () => {
  const { space, at, dana, idOf, assign, read } = await anOutage()
  const other = await aSpace(server)
  const refusal = [400, 'assign_to is not a person of this space who may see the alert']
  const answerTo = async (id: string | undefined) => {
    const answer = await assign(space.owner, id)
    return [answer.status, await answer.text()]
  }
  const strangers = usersApi.list.answer.parse(
    await (await server.call('GET', `/spaces/${other.id}/users`, other.owner)).json(),
  )
  expect(await answerTo(strangers[0]?.id)).toEqual(refusal)
  const change = async (body: object) =>
    server.call('PUT', at(`/users/${idOf(dana)}`), { token: space.owner.token, body })
  expect((await change({ space_role: 'user', permissions: ['space:device:read'] })).status).toBe(200)
  expect(await answerTo(idOf(dana))).toEqual(refusal)
  await change({ permissions: ['space:device:read', 'space:alert:read', 'space:alert:acknowledge'] })
  const unknowing = await assign(dana, idOf(space.owner))
  expect([unknowing.status, await unknowing.text()]).toEqual([
    403,
    'forbidden: assign_to needs the permission space:user:read, without tags',
  ])
  expect(await read()).toMatchObject({ acknowledged_at: null, assigned_to: null })
  expect((await assign(dana, idOf(dana))).status).toBe(200)
  await server.call('DELETE', at(`/users/${idOf(dana)}`), space.owner)
  expect(await answerTo(idOf(dana))).toEqual(refusal)
})
