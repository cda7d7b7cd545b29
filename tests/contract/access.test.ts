import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { type Audience, FLAPPING_OPENINGS } from '#contract/alerts'
import { DAY, HOUR } from '#contract/common/durations'
import { keysApi } from '#contract/keys'
import { noticesApi } from '#contract/notices'
import { spacesApi } from '#contract/spaces'
import { LAST_ADMIN, OWN_PERMISSIONS_ROLE, usersApi } from '#contract/users'
import { alertEpisode } from '../../server/db/schema'
import { newId } from '../../server/services/common/ids'
import { addMail } from '../../server/services/mail/queue'
import { smtpTransport } from '../../server/services/mail/transport'
import { anAlert, anAlertRule, notifyOf } from '../support/alerts'
import { outcome } from '../support/answers'
import { aDevice, aKey, aMember, aSpace, aTag, aUser, type TestUser } from '../support/builders'
import { askOffer } from '../support/invitations'
import { startMailbox } from '../support/mailbox'
import { serveSpace } from '../support/serve'

const mailbox = await startMailbox()
afterAll(() => mailbox.stop())
const { server, space } = await serveSpace({ mail: smtpTransport(mailbox.url) })
const { token } = space.owner
const PATH = `/spaces/${space.id}`
const [tag, otherTag] = [await aTag(server, space), await aTag(server, space)]

const soon = (time: number) => new Date(Date.now() + time)
const asOwner = (method: string, path: string, body?: object) =>
  server.call(method, `${PATH}${path}`, { token, body })
const change = async (id: string, body: object, by = token) =>
  outcome(await server.call('PUT', `${PATH}/users/${id}`, { token: by, body }))
const status = async (who: { token?: string; key?: string }, path = '/devices') =>
  (await server.call('GET', `${PATH}${path}`, who)).status
/** Ends the time of a person, as it does by itself. */
const end = ({ id }: Pick<TestUser, 'id'>) =>
  server.db.$client.query(`update space_user set ends_at = now() where user_id = $1`, [id])
const spaceOf = async (who: { token: string }) =>
  spacesApi.list.answer
    .parse(await (await server.call('GET', '/spaces', who)).json())
    .filter(({ id }) => id === space.id)

describe('a person for a time', () => {
  test('is in the space until then, sees when that is, and comes back when it is extended', async () => {
    const person = await aMember(server, space, 'user')
    const ends_at = soon(3 * DAY).toISOString()
    expect((await change(person.id, { ends_at }))[0]).toBe(200)
    expect(await spaceOf(person)).toMatchObject([{ id: space.id, user_ends_at: ends_at }])
    expect(await status(person)).toBe(200)
    await end(person)
    expect([await status(person), await status(person, '')]).toEqual([404, 404])
    expect(await spaceOf(person)).toEqual([])
    const listed = usersApi.list.answer.parse(await (await asOwner('GET', '/users')).json())
    expect(listed.find(({ id }) => id === person.id)?.ends_at).not.toBeNull()
    expect((await change(person.id, { ends_at: null }))[0]).toBe(200)
    expect(await status(person)).toBe(200)
  })

  test('who is invited gets what the invitation says, and cannot accept it once the time is over', async () => {
    const invited = await aUser(server)
    const given = {
      space_role: 'user',
      ends_at: soon(DAY).toISOString(),
      tags: [{ id: tag.id }],
      permissions: ['space:device:read'],
    } as const
    const made = await asOwner('POST', '/users/invite', { email: invited.email, ...given })
    expect(await made.json()).toMatchObject({ ...given, tags: [{ id: tag.id, name: tag.name }] })
    await end(invited)
    const accept = () => server.call('PUT', `${PATH}/accept`, { token: invited.token })
    expect([(await accept()).status, await spaceOf(invited)]).toEqual([404, []])
    const listed = usersApi.list.answer.parse(await (await asOwner('GET', '/users')).json())
    const id = listed.find(({ email }) => email === invited.email)?.id ?? ''
    const ended = [409, 'the time of the invitation has ended; set a later end first']
    for (const path of ['invitation', 'invitation/link'])
      expect(await outcome(await asOwner('POST', `/users/${id}/${path}`))).toEqual(ended)
    await change(id, { ends_at: given.ends_at })
    const copied = await (await asOwner('POST', `/users/${id}/invitation/link`)).json()
    expect(await (await askOffer(server, copied.link)).json()).toMatchObject({
      ...given,
      tags: [{ name: tag.name }],
    })
    expect((await accept()).status).toBe(200)
    expect(await spaceOf(invited)).toMatchObject([
      { user_permissions: given.permissions, user_tags: [{ id: tag.id }], user_ends_at: given.ends_at },
    ])
    expect([await status(invited), await status(invited, '/messages')]).toEqual([200, 403])
  })
})

test('a space keeps one admin for good, of the whole space', async () => {
  const own = await aSpace(server)
  const path = `/spaces/${own.id}/users`
  const put = async (id: string, body: object) =>
    outcome(await server.call('PUT', `${path}/${id}`, { token: own.owner.token, body }))
  const own_tag = await aTag(server, own)
  await aMember(server, own, 'admin', { endsAt: soon(DAY) })
  await aMember(server, own, 'admin', { tags: [own_tag] })
  for (const body of [
    { ends_at: soon(DAY) },
    { tags: [own_tag] },
    { space_role: 'user', permissions: [] },
    { space_role: 'user' },
  ])
    expect([body, ...(await put(own.owner.id, body))]).toEqual([body, 409, LAST_ADMIN])
  expect(await put(own.owner.id, { permissions: [] })).toEqual([400, OWN_PERMISSIONS_ROLE])
  const other = await aMember(server, own, 'admin')
  expect((await put(own.owner.id, { ends_at: soon(DAY) }))[0]).toBe(200)
  expect(await put(other.id, { tags: [own_tag] })).toEqual([409, LAST_ADMIN])
})

describe('nobody gives more than they have', () => {
  const OWN_TAGS = 'forbidden: a caller with tags can give only their own tags, and at least one of them'
  const LASTS = 'forbidden: you can give nothing that lasts longer than your own time in the space'
  const PERMITTED = 'forbidden: you can give only permissions that you have yourself'
  const invite = async (by: string, given: object) =>
    outcome(
      await server.call('POST', `${PATH}/users/invite`, {
        token: by,
        body: { email: `${newId()}@example.com`, space_role: 'user', ...given },
      }),
    )

  test('an admin with tags gives these, and changes and sees only who has no more', async () => {
    const admin = await aMember(server, space, 'admin', { tags: [tag] })
    const [inside, outside] = [
      await aMember(server, space, 'user', { tags: [tag] }),
      await aMember(server, space, 'user'),
    ]
    for (const tags of [[], [otherTag], [tag, otherTag]])
      expect(await invite(admin.token, { tags })).toEqual([403, OWN_TAGS])
    expect((await invite(admin.token, { tags: [tag] }))[0]).toBe(201)
    expect(await change(inside.id, { tags: [] }, admin.token)).toEqual([403, OWN_TAGS])
    expect(await change(admin.id, { tags: [] }, admin.token)).toEqual([403, OWN_TAGS])
    expect(await change(outside.id, { tags: [tag] }, admin.token)).toEqual([404, 'not found'])
    const seen = await server.call('GET', `${PATH}/users`, { token: admin.token })
    const emails = new Set(usersApi.list.answer.parse(await seen.json()).map(({ email }) => email))
    expect([emails.has(inside.email), emails.has(outside.email)]).toEqual([true, false])
    for (const path of ['/audit', '/trash']) expect(await status(admin, path)).toBe(403)
    expect((await server.call('PUT', PATH, { token: admin.token, body: { name: 'stolen' } })).status).toBe(
      403,
    )
    const key = { name: 'wider', permissions: [], tags: [] }
    const made = await server.call('POST', `${PATH}/keys`, { token: admin.token, body: key })
    expect(await outcome(made)).toEqual([403, OWN_TAGS])
  })

  test('an admin for a time gives no more time, neither to people nor to keys, and reads no token that lasts longer', async () => {
    const admin = await aMember(server, space, 'admin', { endsAt: soon(DAY) })
    expect(await invite(admin.token, {})).toEqual([403, LASTS])
    expect(await change(admin.id, { ends_at: null }, admin.token)).toEqual([403, LASTS])
    expect((await invite(admin.token, { ends_at: soon(HOUR) }))[0]).toBe(201)
    const lasting = await aKey(server, space)
    const create = async (body: object) =>
      server.call('POST', `${PATH}/keys`, { token: admin.token, body: { name: `key-${newId()}`, ...body } })
    expect(await outcome(await create({}))).toEqual([403, LASTS])
    const made = keysApi.create.answer.parse(await (await create({ ends_at: soon(HOUR) })).json())
    const listed = await server.call('GET', `${PATH}/keys`, { token: admin.token })
    const ids = new Set(keysApi.list.answer.parse(await listed.json()).map(({ handle }) => handle))
    expect([ids.has(made.handle), ids.has(lasting.handle)]).toEqual([true, false])
    expect(await status(admin, `/keys/${lasting.handle}/token`)).toBe(404)
  })

  test('a person with permissions of their own gives these only', async () => {
    const permissions = ['space:user:create', 'space:device:read'] as const
    const person = await aMember(server, space, 'user', { permissions: [...permissions] })
    expect(await invite(person.token, {})).toEqual([403, PERMITTED])
    expect(await invite(person.token, { permissions: ['space:device:delete'] })).toEqual([403, PERMITTED])
    expect((await invite(person.token, { permissions: ['space:device:read'] }))[0]).toBe(201)
  })
})

describe('a key for a time', () => {
  test('works until then', async () => {
    const { id: key } = await aKey(server, space, {
      permissions: ['space:device:read'],
      ends_at: soon(HOUR).toISOString(),
    })
    expect(await status({ key })).toBe(200)
    await server.db.$client.query('update access_key set ends_at = now() where id = $1', [key])
    expect(await status({ key })).toBe(401)
  })

  test('duplicated, gives its rights to another token, and both work until the first one ends', async () => {
    const old = await aKey(server, space, { permissions: ['space:device:read'], tags: [tag] })
    const duplicate = async (body: object) => asOwner('POST', `/keys/${old.handle}/duplicate`, body)
    const previous_ends_at = soon(HOUR).toISOString()
    const taken = await duplicate({ name: old.name, previous_ends_at })
    expect(taken.status).toBe(409)
    expect(await (await asOwner('GET', `/keys/${old.handle}`)).json()).toMatchObject({ ends_at: null })
    const made = keysApi.duplicate.answer.parse(
      await (await duplicate({ name: 'newer', previous_ends_at })).json(),
    )
    expect(made).toMatchObject({ permissions: old.permissions, tags: [{ id: tag.id }], ends_at: null })
    expect(await (await asOwner('GET', `/keys/${old.handle}`)).json()).toMatchObject({
      ends_at: previous_ends_at,
    })
    expect(await Promise.all([old, made].map(async ({ id }) => status({ key: id })))).toEqual([200, 200])
    const later = await duplicate({ name: 'newest', previous_ends_at: soon(DAY) })
    expect(await outcome(later)).toEqual([409, 'previous_ends_at is later than the end that the key has'])
  })
})

test('an alert notifies people of what they may see: names of their devices, and nothing once their time is over', async () => {
  const [mine, foreign] = [
    await aDevice(server, space, { name: 'device-of-mine', tags: [tag] }),
    await aDevice(server, space, { name: 'device-of-others' }),
  ]
  const people = {
    whole: await aMember(server, space, 'user'),
    limited: await aMember(server, space, 'user', { tags: [tag] }),
    elsewhere: await aMember(server, space, 'user', { tags: [otherTag] }),
    ended: await aMember(server, space, 'user', { endsAt: new Date() }),
    unpermitted: await aMember(server, space, 'user', { permissions: ['space:device:read'] }),
    unnamed: await aMember(server, space, 'user', { permissions: ['space:alert:read'] }),
  }
  const notify: Audience = { roles: ['user'], user_ids: [], connector_ids: [], shift_ids: [] }
  const rule = { ...(await anAlertRule(server, space)), notify }
  const alertId = await anAlert(server, rule, mine.id)
  const at = server.deps.now()
  await server.db.insert(alertEpisode).values({
    spaceId: space.id,
    ruleId: rule.id,
    alertId,
    id: newId(at),
    deviceId: foreign.id,
    path: '',
    since: at,
    openedAt: at,
  })
  await notifyOf(server, rule, 'opened', alertId)
  server.deps.dueMail.ring()

  const noticesOf = async ({ token: by, email }: TestUser) => {
    const notices = await server.call('GET', '/profile/notices', { token: by })
    const [notice] = noticesApi.list.answer.parse(await notices.json())
    const { count } = noticesApi.count.answer.parse(
      await (await server.call('GET', '/profile/notices/count', { token: by })).json(),
    )
    const mails = mailbox.received.filter(({ to }) => to.includes(email))
    const named = (name: string) => mails.some(({ text }) => text.includes(name))
    return {
      names: notice?.names ?? null,
      count,
      mails: mails.length,
      mine: named(mine.name),
      foreign: named(foreign.name),
    }
  }
  const NOTHING = { names: null, count: 0, mails: 0, mine: false, foreign: false }
  await expect.poll(async () => (await noticesOf(people.whole)).mails).toBe(1)
  await expect.poll(async () => (await noticesOf(people.limited)).mails).toBe(1)
  expect(await noticesOf(people.whole)).toEqual({
    names: [mine.name, foreign.name],
    count: 1,
    mails: 1,
    mine: true,
    foreign: true,
  })
  expect(await noticesOf(people.limited)).toEqual({
    names: [mine.name],
    count: 1,
    mails: 1,
    mine: true,
    foreign: false,
  })
  for (const name of ['elsewhere', 'ended', 'unpermitted', 'unnamed'] as const)
    expect([name, await noticesOf(people[name])]).toEqual([name, NOTHING])

  const flaps = { flaps: FLAPPING_OPENINGS, flappingSince: at }
  await server.db.update(alertEpisode).set(flaps).where(eq(alertEpisode.alertId, alertId))
  for (const { id: userId } of [people.limited, people.elsewhere])
    await addMail(server.db, server.deps, { kind: 'alertFlapping', userId, spaceId: space.id, alertId })
  server.deps.dueMail.ring()
  await expect.poll(async () => (await noticesOf(people.limited)).mails).toBe(2)
  expect(await noticesOf(people.limited)).toMatchObject({ mine: true, foreign: false })
  expect(await noticesOf(people.elsewhere)).toEqual(NOTHING)
})
