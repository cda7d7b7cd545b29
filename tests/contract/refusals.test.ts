import { afterAll, expect, test } from 'vitest'
import { authApi } from '#contract/auth'
import { profileApi } from '#contract/profile'
import { spacesApi } from '#contract/spaces'
import { usersApi } from '#contract/users'
import { auditEntry } from '../../server/db/schema'
import { smtpTransport } from '../../server/services/mail/transport'
import { anAddress, DEAD, from } from '../support/accounts'
import { outcome } from '../support/answers'
import { aKey, aSpace, aUser, type TestSpace, type TestUser } from '../support/builders'
import {
  askOffer,
  callInvite,
  complete,
  invitationsOf,
  invite,
  payloadOf,
  signIn,
} from '../support/invitations'
import { startMailbox } from '../support/mailbox'
import { serve } from '../support/serve'

const mailbox = await startMailbox()
afterAll(() => mailbox.stop())
const server = await serve({ mail: smtpTransport(mailbox.url), settings: { trustProxy: true } })

const refuse = async ({ id }: { id: string }, { token }: Pick<TestUser, 'token'>, of_sender = false) =>
  server.call('PUT', `/spaces/${id}/refuse`, { token, body: { of_sender } })
const refuseBy = async (link: string, of_sender: boolean) =>
  server.call('POST', '/registration/refuse', { body: { ...payloadOf(link), of_sender }, headers: from() })

async function invitedTo({ token }: Pick<TestUser, 'token'>) {
  const spaces = spacesApi.list.answer.parse(await (await server.call('GET', '/spaces', { token })).json())
  return spaces.filter(({ invited }) => invited).map(({ id, invited_by }) => ({ id, invited_by }))
}
async function refusedBy({ token }: Pick<TestUser, 'token'>) {
  const answer = await server.call('GET', '/profile/refused-senders', { token })
  return profileApi.refusedSenders.answer.parse(await answer.json())
}
const mailsTo = (email: string) => mailbox.received.filter(({ to }) => to === email).length

/** The sender's view of a person, without ids and times. */
async function seenBy(space: TestSpace, id: string) {
  const path = `/spaces/${space.id}/users/${id}`
  const person = await server.call('GET', path, { token: space.owner.token })
  const { space_role, space_invited, is_verified, firstname, version } = usersApi.get.answer.parse(
    await person.json(),
  )
  await expect
    .poll(async () => (await invitationsOf(server, space)).find((one) => one.user_id === id))
    .toMatchObject({ mail_state: 'sent', sent_at: expect.any(String), error: null })
  return { space_role, space_invited, is_verified, firstname, version }
}

test('a refused invitation disappears for the person; the sender still sees it as pending, and no e-mail is sent', async () => {
  const [space, person] = [await aSpace(server), await aUser(server)]
  const id = await invite(server, space, person.email)
  const other = await invite(server, space, anAddress())
  const { link } = await mailbox.newest(person.email)
  expect(await invitedTo(person)).toEqual([{ id: space.id, invited_by: space.owner.email }])
  expect(await outcome(await refuse(space, person))).toEqual([204, ''])
  expect(await outcome(await refuse(space, person))).toEqual([204, ''])
  expect(await invitedTo(person)).toEqual([])
  expect(await outcome(await askOffer(server, link, from()))).toEqual(DEAD)

  const again = await server.call('POST', `/spaces/${space.id}/users/${id}/invitation`, {
    token: space.owner.token,
  })
  expect(again.status).toBe(200)
  expect(await seenBy(space, id)).toEqual(await seenBy(space, other))
  expect(mailsTo(person.email)).toBe(1)
  expect(await outcome(await callInvite(server, space, person.email))).toEqual([
    409,
    'email was invited to the space already',
  ])
  expect(await refusedBy(person)).toEqual([])
})

test('a person who blocks a sender gets no more invitations of theirs, and the sender cannot tell', async () => {
  const person = await aUser(server)
  const [space, second] = [await aSpace(server), await aSpace(server)]
  const foreign = await aSpace(server)
  await invite(server, space, person.email)
  await invite(server, foreign, person.email)
  await mailbox.newest(person.email, 2)
  expect(await outcome(await refuse(space, person, true))).toEqual([204, ''])
  expect(await outcome(await refuse(space, person, true))).toEqual([204, ''])

  const sameSender = { ...second, owner: space.owner }
  await server.call('POST', `/spaces/${second.id}/users/invite`, {
    token: second.owner.token,
    body: { email: space.owner.email, space_role: 'admin' },
  })
  await server.call('PUT', `/spaces/${second.id}/accept`, { token: space.owner.token })
  const answers = await Promise.all(
    [person.email, anAddress()].map(async (email) => {
      const answer = await callInvite(server, sameSender, email)
      const { id, email: invited, ...rest } = usersApi.invite.answer.parse(await answer.json())
      expect(invited).toBe(email)
      return { status: answer.status, rest, seen: await seenBy(second, id) }
    }),
  )
  expect(answers[0]).toEqual(answers[1])
  expect(await invitedTo(person)).toEqual([{ id: foreign.id, invited_by: foreign.owner.email }])
  expect(mailsTo(person.email)).toBe(2)

  const [refused] = await refusedBy(person)
  expect(refused).toMatchObject({ email: space.owner.email })
  expect(refused?.id).not.toBe(space.owner.id)
  const allow = async ({ token }: TestUser) =>
    (await server.call('DELETE', `/profile/refused-senders/${refused?.id}`, { token })).status
  expect([await allow(foreign.owner), await allow(person), await allow(person)]).toEqual([404, 204, 404])
  expect((await invitedTo(person)).map(({ id }) => id).toSorted()).toEqual(
    [space.id, second.id, foreign.id].toSorted(),
  )
})

test('a person without an account can refuse with the link of the e-mail, even after the invitation was withdrawn', async () => {
  const [space, email] = [await aSpace(server), anAddress()]
  const id = await invite(server, space, email)
  const { link } = await mailbox.newest(email)
  expect(await outcome(await refuseBy(link, true))).toEqual([204, ''])
  const path = `/spaces/${space.id}/users/${id}`
  expect((await server.call('DELETE', path, { token: space.owner.token })).status).toBe(204)
  const again = await invite(server, space, email)
  await seenBy(space, again)
  expect(mailsTo(email)).toBe(1)

  const foreign = await aSpace(server)
  await invite(server, foreign, email)
  expect((await complete(server, (await mailbox.newest(email, 2)).link)).status).toBe(204)
  const session = authApi.login.answer.parse(await (await signIn(server, email)).json())
  expect(await refusedBy({ token: session.access_token })).toMatchObject([{ email: space.owner.email }])
})

test('a copied link cannot refuse, and keeps working', async () => {
  const [space, person] = [await aSpace(server), await aUser(server)]
  const id = await invite(server, space, person.email)
  const answer = await server.call('POST', `/spaces/${space.id}/users/${id}/invitation/link`, {
    token: space.owner.token,
  })
  const { link } = usersApi.link.answer.parse(await answer.json())
  expect(await outcome(await refuseBy(link, false))).toEqual(DEAD)
  expect(await invitedTo(person)).toHaveLength(1)
  const offer = await (await askOffer(server, link, from())).text()
  await refuse(space, person)
  expect(await (await askOffer(server, link, from())).text()).toBe(offer)
})

test('an invitation that a key has sent can be refused, but has no sender', async () => {
  const [space, person] = [await aSpace(server), await aUser(server)]
  const { id: key } = await aKey(server, space, { permissions: ['space:user:create'] })
  const body = { email: person.email, space_role: 'user' }
  expect((await server.call('POST', `/spaces/${space.id}/users/invite`, { key, body })).status).toBe(201)
  expect(await outcome(await refuse(space, person, true))).toEqual([
    409,
    'no person has sent this invitation',
  ])
  expect((await refuse(space, person)).status).toBe(204)
  expect(await invitedTo(person)).toEqual([])
})

test('nobody can refuse a space without an invitation, or one that they have accepted', async () => {
  const [space, person] = [await aSpace(server), await aUser(server)]
  expect((await refuse(space, person)).status).toBe(404)
  expect((await refuse(space, space.owner)).status).toBe(404)
})

test('the log of the space does not mention a refusal', async () => {
  const [space, person] = [await aSpace(server), await aUser(server)]
  await invite(server, space, person.email)
  await refuse(space, person, true)
  await refuse(space, person)
  const entries = await server.db.select().from(auditEntry)
  const ofSpace = entries.filter(({ spaceId }) => spaceId === space.id)
  expect(ofSpace.map(({ action }) => action)).toEqual(['user.invite'])
  const own = entries.filter(
    ({ action, targetId }) => action === 'invitation.refuse' && targetId === person.id,
  )
  expect(own.map(({ after }) => after)).toEqual([{ sender: space.owner.email }, { space: space.name }])
})
