import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { mail } from '../../server/db/schema'
import { linkIdentity } from '../../server/services/accounts/oidc/identities'
import { smtpTransport } from '../../server/services/mail/transport'
import { anAddress, forget, NEXT, reset } from '../support/accounts'
import { aUser, type TestUser } from '../support/builders'
import { startMailbox } from '../support/mailbox'
import { aCode, serveProvider } from '../support/oidcWalk'
import { aPasskey, creationOf, SoftPasskey } from '../support/passkey'
import { anApp, beginApp, codeOf } from '../support/secondFactor'
import { serve } from '../support/serve'

const mailbox = await startMailbox()
afterAll(() => mailbox.stop())
const provider = await serveProvider()
const server = await serve({
  now: () => new Date('2026-03-01T10:00:00Z'),
  settings: { trustProxy: true },
  mail: smtpTransport(mailbox.url),
  providers: [provider.settings],
})

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const headers = { 'User-Agent': FIREFOX, 'X-Forwarded-For': '203.0.113.7' }
const by =
  (method: string, path: string) =>
  ({ token }: Pick<TestUser, 'token'>, body?: object) =>
    server.call(method, path, { token, body, headers })

type Change = (user: TestUser) => Promise<Response>

/** Every change of the sign-in methods: the text of the e-mail, the calls, and the number of e-mails. */
const CHANGES: Record<string, [says: RegExp, change: Change, count?: number]> = {
  'a password': [
    /password for Spaceport was changed/,
    (user) => by('PUT', '/profile/password')(user, { current_password: user.password, password: NEXT }),
  ],
  'a new passkey': [
    /passkey was added[^]*What: A laptop/,
    async (user) => {
      const credential = new SoftPasskey().create(await creationOf(server, user))
      return by('POST', '/profile/passkeys')(user, { name: 'A laptop', credential })
    },
  ],
  'a passkey that was removed': [
    /passkey was removed/,
    async (user) => {
      const { id } = await aPasskey(server, user)
      return by('DELETE', `/profile/passkeys/${id}`)(user)
    },
    2,
  ],
  'an authenticator app': [
    /authenticator app was set up/,
    async (user) => {
      const secret = await beginApp(server, user)
      return by('PUT', '/profile/authenticator')(user, { code: codeOf(secret, server.deps.now()) })
    },
  ],
  'an authenticator app that was removed': [
    /authenticator app was removed/,
    async (user) => {
      await anApp(server, user)
      return by('DELETE', '/profile/authenticator')(user)
    },
    2,
  ],
  'recovery codes': [
    /New recovery codes/,
    async (user) => {
      await anApp(server, user)
      return by('POST', '/profile/recovery-codes')(user)
    },
    2,
  ],
  'a linked identity': [
    /sign-in method was added[^]*What: \w+.*@/,
    async (user) => {
      const code = await aCode(server, provider, provider.add())
      return by('POST', '/profile/authentications')(user, { provider: provider.settings.id, code })
    },
  ],
  'an identity that was removed': [
    /sign-in method was removed/,
    async (user) => {
      const { sub: identityId, email } = provider.add()
      const person = { provider: provider.settings.id, identityId, login: email, email }
      const { id } = await linkIdentity(server.db, server.deps, user.id, {
        ...person,
        isEmailVerified: true,
        firstname: null,
        lastname: null,
        isConfirmation: false,
      })
      return by('DELETE', `/profile/authentication/${id}`)(user)
    },
  ],
}

describe.each(Object.entries(CHANGES))('the e-mail to the owner about %s', (_what, [says, change, count]) => {
  test('has the change, who made it, when and from where, and what to do if it was somebody else', async () => {
    const user = await aUser(server)
    expect((await change(user)).status).toBeLessThan(300)
    const { headers: sent, text, link } = await mailbox.newest(user.email, count)
    expect(`${sent.get('subject')}\n${text}`).toMatch(says)
    expect(text).toContain(
      'Who: You, signed in\nWhen: 1 March 2026 at 10:00 UTC\nBrowser: Firefox – Linux\nNetwork address: 203.0.113.7',
    )
    expect(text).toContain('If it was not you, set a new password immediately')
    expect(link).toMatch(/\/login\/forgot-password$/)
  })

  test('can be in Czech', async () => {
    const user = await aUser(server, { language: 'cs' })
    expect((await change(user)).status).toBeLessThan(300)
    const { text } = await mailbox.newest(user.email, count)
    expect(text).toMatch(/Kdo: Vy, po přihlášení\nKdy: 1\. března 2026 v 10:00 UTC\nProhlížeč: Firefox/)
    expect(text).toContain('Pokud jste to nebyli vy, nastavte si hned nové heslo')
  })
})

const refuse = () =>
  server.db.$client.query(`
    create function refuse_mail() returns trigger language plpgsql as $$ begin raise exception 'no mail'; end $$;
    create trigger refuse_mail before insert on mail execute function refuse_mail()`)
const allow = () => server.db.$client.query('drop trigger refuse_mail on mail; drop function refuse_mail')

test('every change of a sign-in method sends an e-mail to the owner', async () => {
  const user = await aUser(server)
  const credential = new SoftPasskey().create(await creationOf(server, user))
  await refuse()
  try {
    const answer = await by('POST', '/profile/passkeys')(user, { name: 'A laptop', credential })
    expect(answer.status).toBe(500)
  } finally {
    await allow()
  }
  const security = await (await by('GET', '/profile/security')(user)).json()
  expect(z.object({ passkeys: z.array(z.unknown()) }).parse(security).passkeys).toEqual([])
})

test('the e-mail about a password set by a link says so', async () => {
  const user = await aUser(server)
  await forget(server, user.email)
  await reset(server, (await mailbox.newest(user.email)).link)
  const { text } = await mailbox.newest(user.email, 2)
  expect(text).toContain('Who: Someone with a link from an e-mail to you')
})

test('a change of the address by an administrator is e-mailed to both addresses', async () => {
  const [admin, user, email] = [
    await aUser(server, { systemRole: 'admin' }),
    await aUser(server),
    anAddress(),
  ]
  const change = { email, system_role: 'user', firstname: 'Eva', lastname: 'Malá' }
  expect((await by('PUT', `/admin/users/${user.id}`)(admin, change)).status).toBe(200)
  for (const to of [user.email, email]) {
    const { headers: sent, text } = await mailbox.newest(to)
    expect(sent.get('subject')).toBe('The e-mail address of your account in Spaceport was changed')
    expect(text).toContain(`What: ${user.email} → ${email}\nWho: An administrator, ${admin.email}`)
    expect(text).toContain(`If you did not expect this, contact the administrator, ${admin.email}.`)
  }
  const rename = { ...change, firstname: 'Eva Marie' }
  expect((await by('PUT', `/admin/users/${user.id}`)(admin, rename)).status).toBe(200)
  expect(await server.db.$count(mail, eq(mail.userId, user.id))).toBe(2)
})
