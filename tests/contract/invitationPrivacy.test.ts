import { afterAll, describe, expect, test } from 'vitest'
import { usersApi } from '#contract/users'
import { smtpTransport } from '../../server/services/mail/transport'
import { anAddress, DEAD, from, PASSWORD, register, signInFrom } from '../support/accounts'
import { outcome } from '../support/answers'
import { aSpace, aUser } from '../support/builders'
import { askOffer, callInvite, invite, payloadOf, registrationOf } from '../support/invitations'
import { startMailbox } from '../support/mailbox'
import { serve } from '../support/serve'
import { sentBy } from '../support/statements/sentBy'

const mailbox = await startMailbox()
afterAll(() => mailbox.stop())
const settings = { trustProxy: true }
const server = await serve({ settings, mail: smtpTransport(mailbox.url) })
/** A server that sends no e-mails, so that all its statements come from calls. */
const quiet = await serve({ settings })

const KNOWN = ['an account', 'an account that is not verified'] as const

/** Creates an address that was never invited, with an account in this state. */
async function addressWith(what: (typeof KNOWN)[number] | 'nothing', on = quiet): Promise<string> {
  if (what === 'nothing') return anAddress()
  if (what === 'an account')
    return (await aUser(on, { firstname: 'Nina', lastname: 'Nová', password: PASSWORD })).email
  const email = anAddress()
  await register(on, email)
  return email
}

/** A text without the parts that differ between invitations. */
const shapeOf = (text: string, email: string) =>
  text
    .replaceAll(email, '(address)')
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '(id)')
    .replaceAll(/token=[\w-]{43}/g, '(token)')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '(time)')

/** All answers of a space about an invitation, call by call, with the statements of each call. */
async function whatTheSpaceLearns(email: string) {
  const space = await aSpace(quiet)
  const { token } = space.owner
  const learnt: unknown[] = []
  const users = `/spaces/${space.id}/users`
  const ask = async (method: string, path: string, body?: object) => {
    let text = ''
    const statements = await sentBy(quiet, async () => {
      const answer = await quiet.call(method, path, { token, body })
      text = `${answer.status} ${answer.headers.get('ETag')} ${await answer.text()}`
    })
    learnt.push(shapeOf(text, email), statements)
    return text
  }
  const { id } = usersApi.invite.answer.parse(
    JSON.parse((await ask('POST', `${users}/invite`, { email, space_role: 'user' })).replace(/^.*?\{/, '{')),
  )
  await ask('POST', `${users}/invite`, { email, space_role: 'user' })
  await ask('GET', `${users}/${id}`)
  const people = await quiet.call('GET', users, { token })
  learnt.push(
    usersApi.list.answer
      .parse(await people.json())
      .filter((one) => one.id === id)
      .map((one) => shapeOf(JSON.stringify(one), email)),
  )
  await ask('GET', `${users}/invitations`)
  await ask('POST', `${users}/${id}/invitation`)
  const copied = await ask('POST', `${users}/${id}/invitation/link`)
  await ask('PUT', `${users}/${id}`, { space_role: 'admin' })
  const log = await quiet.call('GET', `/spaces/${space.id}/audit`, { token })
  learnt.push(
    shapeOf(await log.text(), email)
      .replaceAll(space.owner.email, '(owner)')
      .replaceAll(space.name, '(space)'),
  )
  await ask('DELETE', `${users}/${id}`)
  await ask('GET', `${users}/${id}`)
  return { learnt, copied, id }
}

describe('a person who invites does not learn', () => {
  test.each(KNOWN)(
    'that an address has %s: neither from answers, lists and the log, nor from the statements',
    async (what) => {
      const email = await addressWith(what)
      const { learnt } = await whatTheSpaceLearns(email)
      const unknown = await whatTheSpaceLearns(await addressWith('nothing'))
      expect(learnt).toEqual(unknown.learnt)
      expect(JSON.stringify(learnt)).not.toContain('Nina')
    },
  )

  test('the id of an account, nor finds a pending person by it', async () => {
    const [space, person] = [await aSpace(quiet), await aUser(quiet)]
    const id = await invite(quiet, space, person.email)
    expect(id).not.toBe(person.id)
    const read = async (userId: string) =>
      (await quiet.call('GET', `/spaces/${space.id}/users/${userId}`, { token: space.owner.token })).status
    expect([await read(id), await read(person.id)]).toEqual([200, 404])
    await quiet.call('PUT', `/spaces/${space.id}/accept`, { token: person.token })
    // A client that has kept the id of the invitation still finds the person.
    expect([await read(id), await read(person.id)]).toEqual([200, 200])
  })

  test.each(KNOWN)('from a copied link that an address has %s', async (what) => {
    const space = await aSpace(server)
    const learnt = await Promise.all(
      [await addressWith(what, server), await addressWith('nothing')].map(async (email) => {
        const id = await invite(server, space, email)
        const path = `/spaces/${space.id}/users/${id}`
        const answer = await server.call('POST', `${path}/invitation/link`, { token: space.owner.token })
        const { link } = usersApi.link.answer.parse(await answer.json())
        const offer = await outcome(await askOffer(server, link, from()))
        const body = { ...(await registrationOf(server, link, from())), data: 'password of the inviter' }
        const complete = async () =>
          outcome(await server.call('POST', '/registration/complete', { body, headers: from() }))
        const answers = [offer, await complete(), await complete()]
        const person = await (await server.call('GET', path, { token: space.owner.token })).text()
        expect(answers.slice(1)).toEqual([[204, ''], DEAD])
        return shapeOf(JSON.stringify([...answers, person]), email)
      }),
    )
    expect(learnt[0]).toBe(learnt[1])
  })
})

test('the number and the texts of invitation e-mails are the same', async () => {
  const space = await aSpace(server)
  const texts = await Promise.all(
    [await addressWith('an account', server), await addressWith('nothing')].map(async (email) => {
      await callInvite(server, space, email)
      const { text, headers, link } = await mailbox.newest(email)
      expect(mailbox.received.filter(({ to }) => to === email)).toHaveLength(1)
      expect(Object.keys(payloadOf(link))).toEqual(['id', 'token', 'space_id'])
      return shapeOf(`${headers.get('subject')} ${text}`, email)
    }),
  )
  expect(texts[0]).toBe(texts[1])
})

test('a copied link changes nothing for a person with an account, and they get an e-mail', async () => {
  const [space, person] = [await aSpace(server), await aUser(server, { password: PASSWORD })]
  const id = await invite(server, space, person.email)
  const answer = await server.call('POST', `/spaces/${space.id}/users/${id}/invitation/link`, {
    token: space.owner.token,
  })
  const { link } = usersApi.link.answer.parse(await answer.json())
  const body = { ...(await registrationOf(server, link, from())), data: 'password of the inviter' }
  await server.call('POST', '/registration/complete', { body, headers: from() })
  expect((await signInFrom(server, person.email, PASSWORD)).status).toBe(200)
  expect((await signInFrom(server, person.email, 'password of the inviter')).status).toBe(401)
  expect((await mailbox.newest(person.email, 2)).headers.get('subject')).toBe(
    'You already have an account in Spaceport',
  )
})
