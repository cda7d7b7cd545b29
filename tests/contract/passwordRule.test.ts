import { afterAll, expect, test } from 'vitest'
import { configSchema } from '#contract/config'
import { makeSetupToken } from '../../server/services/accounts/setup'
import { smtpTransport } from '../../server/services/mail/transport'
import { anAddress, forget, from, register, reset, signInFrom } from '../support/accounts'
import { outcome } from '../support/answers'
import { aSpace, aUser } from '../support/builders'
import { complete, invite } from '../support/invitations'
import { startMailbox } from '../support/mailbox'
import { serve } from '../support/serve'

const mailbox = await startMailbox()
afterAll(() => mailbox.stop())
const settings = {
  trustProxy: true,
  console: configSchema.parse({ apiBase: '/v2', passwords: { minLength: 12, refusesCommon: true } }),
}
const server = await serve({ settings, mail: smtpTransport(mailbox.url) })
const fresh = await serve({ settings })

const REFUSED: [password: string, because: string][] = [
  ['elevenchars', 'must have at least 12 characters'],
  ['Password1234', 'must not be one that many people have'],
  ['ｐassword1234', 'must not be one that many people have'],
]
const GOOD = 'a horse of glass'

test('the configuration has the password rule for the console', async () => {
  expect(await (await server.request('/config.json')).json()).toMatchObject({
    passwords: { minLength: 12, refusesCommon: true },
  })
})

test('a password that breaks the rule is refused everywhere, and uses up no link', async () => {
  const email = anAddress()
  const guest = anAddress()
  await invite(server, await aSpace(server), guest)
  const invitation = (await mailbox.newest(guest)).link
  const user = await aUser(server, { password: 'short' })
  await forget(server, user.email)
  const link = (await mailbox.newest(user.email)).link
  const token = (await makeSetupToken(fresh.deps)) ?? ''
  const setUp = async (password: string) =>
    fresh.call('POST', '/auth/setup', { body: { token, email, password }, headers: from() })
  const change = async (password: string) =>
    server.call('PUT', '/profile/password', {
      token: user.token,
      body: { current_password: 'short', password },
    })

  for (const [password, because] of REFUSED) {
    expect(await outcome(await register(server, email, { data: password }))).toEqual([400, `data ${because}`])
    expect(await outcome(await complete(server, invitation, { data: password }))).toEqual([
      400,
      `data ${because}`,
    ])
    expect(await outcome(await reset(server, link, { password }))).toEqual([400, `password ${because}`])
    expect(await outcome(await change(password))).toEqual([400, `password ${because}`])
    expect(await outcome(await setUp(password))).toEqual([400, `password ${because}`])
  }

  expect((await complete(server, invitation, { data: GOOD })).status).toBe(204)
  expect((await reset(server, link, { password: GOOD })).status).toBe(204)
  expect((await setUp(GOOD)).status).toBe(201)
})

test('a person with an older password can still sign in', async () => {
  for (const password of ['short', 'password1234']) {
    const user = await aUser(server, { password })
    expect((await signInFrom(server, user.email, password)).status).toBe(200)
  }
})
