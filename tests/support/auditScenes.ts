import { createECDH, createHash, randomBytes, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { pushApi } from '#contract/push'
import { authSession, pushBrowser, refusedSender } from '../../server/db/schema'
import { linkIdentity } from '../../server/services/accounts/oidc/identities'
import { makeRecoveryToken } from '../../server/services/accounts/recovery'
import { makeSetupToken } from '../../server/services/accounts/setup'
import { newId } from '../../server/services/common/ids'
import { anAddress, forget, from, NEXT, PASSWORD, register } from './accounts'
import { aDevice, aMember, aSpace, aUser, type TestUser } from './builders'
import type { FilledSpace } from './callers'
import { invite, payloadOf, registrationOf } from './invitations'
import type { startMailbox } from './mailbox'
import type { TestServer } from './makeServer'
import type { openProvider } from './oidcProvider'
import { aCode } from './oidcWalk'
import { aPasskey, creationOf, requestOf, SoftPasskey } from './passkey'
import { anApp, beginApp, codeOf } from './secondFactor'

/** Servers and records of scenes. */
export interface Stage {
  server: TestServer
  mailbox: Awaited<ReturnType<typeof startMailbox>>
  provider: Awaited<ReturnType<typeof openProvider>>
  /** Space for calls that can be repeated. */
  shared: FilledSpace
  /** Creates another server, without an admin. */
  makeServer: () => Promise<TestServer>
}

/** Actor of an entry. */
export interface Actor {
  type: 'person' | 'key'
  id: string | null
}

/** A call that will succeed, and its expected audit entry. */
export interface Scene {
  server: TestServer
  path: string
  body?: unknown
  token?: string
  key?: string
  headers?: Record<string, string>
  actor: Actor | ((answer: unknown) => Promise<Actor>)
  spaceId: string | null | ((answer: unknown) => string | null)
  /** Id of the changed record. */
  target: (answer: unknown) => string | null | Promise<string | null>
}

/** The person as the actor of an entry. */
export const person = ({ id }: Pick<TestUser, 'id'>): Actor => ({ type: 'person', id })

/** A text field of an answer. */
export const fieldOf = (answer: unknown, field: string): string | null => {
  if (typeof answer !== 'object' || answer === null) return null
  const value: unknown = Object.entries(answer).find(([name]) => name === field)?.[1]
  return typeof value === 'string' ? value : null
}

/** Id of the session of the token in an answer. */
function sessionOf(answer: unknown): string | null {
  const [, claims = ''] = fieldOf(answer, 'access_token')?.split('.') ?? []
  return fieldOf(JSON.parse(Buffer.from(claims, 'base64url').toString()), 'jti')
}

const ofAccount = (user: Pick<TestUser, 'id'>) => ({
  actor: person(user),
  spaceId: null,
  target: () => user.id,
})

/** Id of the account that the call creates for an address. */
const ofAddress = (server: TestServer, email: string) => {
  const find = async () => {
    const { rows } = await server.db.$client.query<{ id: string }>(
      'select id from app_user where email = $1',
      [email],
    )
    return rows[0]?.id ?? null
  }
  return {
    actor: async (): Promise<Actor> => ({ type: 'person', id: await find() }),
    spaceId: null,
    target: find,
  }
}

/** Creates a person whose account is linked to the provider. */
async function aLinked({ server, provider }: Stage) {
  const user = await aUser(server)
  const external = provider.add()
  await linkIdentity(server.db, server.deps, user.id, {
    provider: provider.settings.id,
    identityId: external.sub,
    login: external.email,
    email: external.email,
    isEmailVerified: true,
    firstname: null,
    lastname: null,
    isConfirmation: false,
  })
  return { user, external }
}

/** A call without a token, from a new network address. */
const openCall = (
  server: TestServer,
  path: string,
  body: object,
  said: Pick<Scene, 'actor' | 'spaceId' | 'target'>,
): Scene => ({ server, path, body, headers: from(), ...said })

type Direct = (stage: Stage) => Promise<Scene>

/** A call of a person about their own account. */
const own =
  (prepare: (server: TestServer, user: TestUser) => Promise<Partial<Scene> & Pick<Scene, 'path'>>): Direct =>
  async ({ server }) => {
    const user = await aUser(server)
    return { server, token: user.token, ...ofAccount(user), ...(await prepare(server, user)) }
  }

/** Calls that need more than a space with one of each record. */
export const SCENES: Record<string, Direct> = {
  'post /auth/login': async ({ server }) => {
    const user = await aUser(server)
    const body = { email: user.email, password: user.password }
    return openCall(server, '/auth/login', body, { ...ofAccount(user), target: sessionOf })
  },
  'post /auth/passkeys/login': async ({ server }) => {
    const user = await aUser(server)
    const passkey = await aPasskey(server, user)
    const body = passkey.sign(await requestOf(server))
    return openCall(server, '/auth/passkeys/login', body, { ...ofAccount(user), target: sessionOf })
  },
  'post /auth/passkeys/options': async ({ server }) => ({
    server,
    path: '/auth/passkeys/options',
    headers: from(),
    ...ofAccount({ id: '' }),
  }),
  'post /auth/setup': async ({ makeServer }) => {
    const server = await makeServer()
    const email = anAddress()
    const body = { token: await makeSetupToken(server.deps), email, password: PASSWORD }
    return { server, path: '/auth/setup', body, ...ofAddress(server, email) }
  },
  'post /auth/setup/check': async ({ makeServer }) => {
    const server = await makeServer()
    return openCall(
      server,
      '/auth/setup/check',
      { token: await makeSetupToken(server.deps) },
      ofAccount({ id: '' }),
    )
  },
  'post /auth/recovery': async ({ server }) => {
    const admin = await aUser(server, { systemRole: 'admin' })
    const { token } = await makeRecoveryToken(server.db, admin.email, server.deps.now())
    return openCall(server, '/auth/recovery', { token }, { ...ofAccount(admin), target: sessionOf })
  },
  'post /auth/oauth2/code': async (stage) => {
    const { user, external } = await aLinked(stage)
    const { server, provider } = stage
    const body = { provider: provider.settings.id, code: await aCode(server, provider, external) }
    return openCall(server, '/auth/oauth2/code', body, { ...ofAccount(user), target: sessionOf })
  },
  'post /auth/logout': own(async (_, { token }) => ({
    path: '/auth/logout',
    target: () => sessionOf({ access_token: token }),
  })),
  'post /auth/confirm': own(async (_, { token, password }) => ({
    path: '/auth/confirm',
    body: { password },
    target: () => sessionOf({ access_token: token }),
  })),
  'post /registration/new': async ({ server }) => {
    const email = anAddress()
    const body = { id: null, token: null, space_id: null, email, provider: 'password', data: PASSWORD }
    return openCall(server, '/registration/new', body, { ...ofAddress(server, email) })
  },
  'post /registration/complete': async ({ server, mailbox }) => {
    const [space, email] = [await aSpace(server), anAddress()]
    await invite(server, space, email)
    const { link } = await mailbox.newest(email)
    const body = { ...(await registrationOf(server, link, from())), data: PASSWORD }
    return openCall(server, '/registration/complete', body, {
      ...ofAddress(server, email),
      spaceId: space.id,
    })
  },
  'post /registration/refuse': async ({ server, mailbox }) => {
    const email = anAddress()
    await invite(server, await aSpace(server), email)
    const body = { ...payloadOf((await mailbox.newest(email)).link), of_sender: true }
    return openCall(server, '/registration/refuse', body, ofAddress(server, email))
  },
  'post /registration/invitation': async ({ server, mailbox }) => {
    const email = anAddress()
    await invite(server, await aSpace(server), email)
    const body = payloadOf((await mailbox.newest(email)).link)
    return openCall(server, '/registration/invitation', body, ofAccount({ id: '' }))
  },
  'put /registration/verify': async ({ server, mailbox }) => {
    const email = anAddress()
    await register(server, email)
    const body = payloadOf((await mailbox.newest(email)).link)
    return openCall(server, '/registration/verify', body, { ...ofAddress(server, email) })
  },
  'post /profile/password/forgot': async ({ server }) => {
    const user = await aUser(server)
    return openCall(server, '/profile/password/forgot', { email: user.email }, { ...ofAccount(user) })
  },
  'put /profile/password/reset': async ({ server, mailbox }) => {
    const user = await aUser(server)
    await forget(server, user.email)
    const { link } = await mailbox.newest(user.email)
    const body = { ...payloadOf(link), password: NEXT }
    return openCall(server, '/profile/password/reset', body, { ...ofAccount(user) })
  },
  'post /profile/password/reset/check': async ({ server, mailbox }) => {
    const user = await aUser(server)
    await forget(server, user.email)
    const body = payloadOf((await mailbox.newest(user.email)).link)
    return openCall(server, '/profile/password/reset/check', body, ofAccount({ id: '' }))
  },
  'put /profile/password': own(async (_, { password }) => ({
    path: '/profile/password',
    body: { current_password: password, password: NEXT },
  })),
  'put /profile': own(async () => ({ path: '/profile', body: { firstname: 'Eva', lastname: 'Malá' } })),
  'delete /profile/sessions': own(async () => ({ path: '/profile/sessions' })),
  'delete /profile/sessions/{sessionId}': own(async (_, { token }) => {
    const id = sessionOf({ access_token: token })
    return { path: `/profile/sessions/${id}`, target: () => id }
  }),
  'post /profile/authentications': async ({ server, provider }) => {
    const user = await aUser(server)
    const body = {
      provider: provider.settings.id,
      code: await aCode(server, provider, provider.add()),
    }
    const target = (answer: unknown) => fieldOf(answer, 'id')
    return {
      server,
      path: '/profile/authentications',
      body,
      token: user.token,
      ...ofAccount(user),
      target,
    }
  },
  'post /spaces/{spaceId}/devices/{deviceId}/move': async ({ server }) => {
    const space = await aSpace(server)
    const { id: space_id } = await aSpace(server, space.owner)
    const { id } = await aDevice(server, space)
    return {
      server,
      path: `/spaces/${space.id}/devices/${id}/move`,
      body: { space_id },
      token: space.owner.token,
      actor: person(space.owner),
      spaceId: space.id,
      target: () => id,
    }
  },
  'post /profile/passkeys/options': own(async () => ({ path: '/profile/passkeys/options' })),
  'post /profile/passkeys': own(async (server, user) => {
    const passkey = new SoftPasskey()
    const credential = passkey.create(await creationOf(server, user))
    return { path: '/profile/passkeys', body: { name: 'A laptop', credential }, target: () => passkey.id }
  }),
  'put /profile/passkeys/{passkeyId}': own(async (server, user) => {
    const { id } = await aPasskey(server, user)
    return { path: `/profile/passkeys/${id}`, body: { name: 'A phone' }, target: () => id }
  }),
  'delete /profile/passkeys/{passkeyId}': own(async (server, user) => {
    const { id } = await aPasskey(server, user)
    return { path: `/profile/passkeys/${id}`, target: () => id }
  }),
  'delete /profile/push/{browserId}': own(async (server, { token }) => {
    const keys = {
      p256dh: createECDH('prime256v1').generateKeys('base64url', 'uncompressed'),
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    }
    const body = { endpoint: `https://push.example/${randomUUID()}`, keys }
    const answer = await server.call('POST', '/profile/push', { token, body })
    const { id } = pushApi.add.answer.parse(await answer.json())
    return { path: `/profile/push/${id}` }
  }),
  'post /profile/push/confirm': async ({ server }) => {
    const user = await aUser(server)
    const code = randomBytes(16).toString('base64url')
    const [{ jti } = { jti: '' }] = await server.db
      .select({ jti: authSession.jti })
      .from(authSession)
      .where(eq(authSession.userId, user.id))
    await server.db.insert(pushBrowser).values({
      id: randomUUID(),
      jti,
      endpoint: `https://push.example/${randomUUID()}`,
      p256dh: Buffer.from(''),
      auth: Buffer.from(''),
      codeHash: createHash('sha256').update(code).digest(),
    })
    return openCall(server, '/profile/push/confirm', { code }, ofAccount(user))
  },
  'post /profile/authenticator': own(async () => ({ path: '/profile/authenticator' })),
  'put /profile/authenticator': own(async (server, user) => {
    const secret = await beginApp(server, user)
    return { path: '/profile/authenticator', body: { code: codeOf(secret, server.deps.now()) } }
  }),
  'delete /profile/authenticator': own(async (server, user) => {
    await anApp(server, user)
    return { path: '/profile/authenticator' }
  }),
  'post /profile/recovery-codes': own(async (server, user) => {
    await anApp(server, user)
    return { path: '/profile/recovery-codes' }
  }),
  'put /admin/sim/{simId}': async ({ server }) => {
    const admin = await aUser(server, { systemRole: 'admin' })
    const sim = '001010000000001'
    return {
      server,
      path: `/admin/sim/${sim}`,
      body: { attr1: `Shed of ${admin.id}` },
      token: admin.token,
      ...ofAccount(admin),
      target: () => sim,
    }
  },
  'put /spaces/{spaceId}/accept': async ({ server }) => {
    const space = await aSpace(server)
    const guest = await aMember(server, space, 'user', { invited: true })
    const path = `/spaces/${space.id}/accept`
    return { server, path, token: guest.token, ...ofAccount(guest), spaceId: space.id }
  },
  'put /spaces/{spaceId}/refuse': async ({ server }) => {
    const space = await aSpace(server)
    const guest = await aMember(server, space, 'user', { invited: true })
    const path = `/spaces/${space.id}/refuse`
    return { server, path, body: {}, token: guest.token, ...ofAccount(guest) }
  },
  'delete /profile/refused-senders/{refusalId}': own(async (server, user) => {
    const id = newId()
    const sender = await aUser(server)
    await server.db.insert(refusedSender).values({ id, userId: user.id, senderId: sender.id })
    return { path: `/profile/refused-senders/${id}` }
  }),
  'post /devices/uplink': async ({ server }) => {
    const { serial_number, token } = await aDevice(server, await aSpace(server))
    const body = { serial_number, token, type: 'data', body: '{}' }
    return { server, path: '/devices/uplink', body, ...ofAccount({ id: '' }) }
  },
  'post /devices/uplinks': async ({ server }) => {
    const { serial_number, token } = await aDevice(server, await aSpace(server))
    const body = { uplinks: [{ serial_number, token, type: 'data', body: '{}' }] }
    return { server, path: '/devices/uplinks', body, ...ofAccount({ id: '' }) }
  },
}
