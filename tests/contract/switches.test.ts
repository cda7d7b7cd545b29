import { afterAll, expect, test } from 'vitest'
import { configSchema } from '#contract/config'
import { makeSetupToken } from '../../server/services/accounts/setup'
import { smtpTransport } from '../../server/services/mail/transport'
import { anAddress, forget, NEXT, register, reset, signInFrom } from '../support/accounts'
import { outcome } from '../support/answers'
import { aSpace, aUser } from '../support/builders'
import { complete, invite } from '../support/invitations'
import { startMailbox } from '../support/mailbox'
import { serve } from '../support/serve'

const mailbox = await startMailbox()
afterAll(() => mailbox.stop())
const serverWith = async (values: object, databaseUrl?: string) =>
  serve({
    databaseUrl,
    mail: smtpTransport(mailbox.url),
    settings: { trustProxy: true, console: configSchema.parse(values) },
  })

const NO_SIGN_UP = [403, 'forbidden: accounts are made by invitation only']
const NO_PASSWORDS = [403, 'forbidden: signing in with a password is switched off']

test('a server without sign-up creates accounts only by invitation', async () => {
  const server = await serverWith({ signUp: false })
  const user = await aUser(server)
  for (const email of [user.email, anAddress()])
    expect(await outcome(await register(server, email))).toEqual(NO_SIGN_UP)
  expect(await outcome(await register(server, anAddress(), { provider: 'google' }))).toEqual(NO_SIGN_UP)
  const guest = anAddress()
  await invite(server, await aSpace(server), guest)
  expect((await complete(server, (await mailbox.newest(guest)).link)).status).toBe(204)
  expect(await (await server.request('/config.json')).json()).toMatchObject({ signUp: false })
})

test('a server without passwords refuses all calls with one, except for the first administrator', async () => {
  const open = await serverWith({})
  const user = await aUser(open)
  await forget(open, user.email)
  const { link } = await mailbox.newest(user.email)
  const guest = anAddress()
  await invite(open, await aSpace(open), guest)
  const invitation = (await mailbox.newest(guest)).link

  const server = await serverWith({ passwordLogin: false }, open.databaseUrl)
  const body = { current_password: user.password, password: NEXT }
  const refused = [
    await signInFrom(server, user.email, user.password),
    await register(server, anAddress()),
    await complete(server, invitation),
    await forget(server, user.email),
    await reset(server, link),
    await server.call('PUT', '/profile/password', { token: user.token, body }),
  ]
  for (const answer of refused) expect(await outcome(answer)).toEqual(NO_PASSWORDS)
  expect((await signInFrom(open, user.email, user.password)).status).toBe(200)
  const token = await makeSetupToken(server.deps)
  const setUp = { token, email: anAddress(), password: NEXT }
  expect((await server.call('POST', '/auth/setup', { body: setUp })).status).toBe(201)
})
