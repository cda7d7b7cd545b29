import { endpoints } from '#contract'
import type { Endpoint } from '#contract/common'
import { makeRecoveryToken } from '../../server/services/account/recovery'
import { makeSetupToken } from '../../server/services/account/setup'
import { standInOf } from '../../server/services/audit'
import { linkIdentity } from '../../server/services/oidc/identities'
import { anAddress, forget, from, NEXT, PASSWORD, register } from './accounts'
import { aDevice, aMember, aSpace, aUser, type TestUser } from './builders'
import { aFilledSpace, CALLERS, type FilledSpace } from './callers'
import { invite, payloadOf } from './invitations'
import type { startMailbox } from './mailbox'
import type { TestServer } from './makeServer'
import type { openProvider } from './oidcProvider'
import { aCode } from './oidcWalk'
import { aPasskey, creationOf, requestOf, SoftPasskey } from './passkey'
import { ROWS, SPACE } from './permissionRows'
import { anApp, beginApp, codeOf } from './secondFactor'

/** Where scenes take place. */
export interface Stage {
  server: TestServer
  mailbox: Awaited<ReturnType<typeof startMailbox>>
  provider: Awaited<ReturnType<typeof openProvider>>
  /** Another server, where nobody is admin yet. */
  makeServer: () => Promise<TestServer>
}

/** Who an entry says has acted. */
export interface Actor {
  type: 'person' | 'key'
  id: string | null
}

/** A call that will succeed, and what the audit log is to say of it. */
export interface Scene {
  server: TestServer
  path: string
  body?: unknown
  token?: string
  key?: string
  headers?: Record<string, string>
  actor: Actor | ((answer: unknown) => Promise<Actor>)
  spaceId: string | null | ((answer: unknown) => string | null)
  /** Id of the changed thing. */
  target: (answer: unknown) => string | null | Promise<string | null>
}

export const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

/** Every call that is no `get`. */
export const CHANGING = endpoints.filter(({ method }) => method !== 'get')

const person = ({ id }: Pick<TestUser, 'id'>): Actor => ({ type: 'person', id })

const fieldOf = (answer: unknown, field: string): string | null => {
  if (typeof answer !== 'object' || answer === null) return null
  const value: unknown = Object.entries(answer).find(([name]) => name === field)?.[1]
  return typeof value === 'string' ? value : null
}

/** The session of the token of an answer. */
function sessionOf(answer: unknown): string | null {
  const [, claims = ''] = fieldOf(answer, 'access_token')?.split('.') ?? []
  return fieldOf(JSON.parse(Buffer.from(claims, 'base64url').toString()), 'jti')
}

const ofAccount = (user: Pick<TestUser, 'id'>) => ({
  actor: person(user),
  spaceId: null,
  target: () => user.id,
})

/** The account of an address, which the call makes. */
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

/** Somebody whose account is linked to the provider. */
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

type Direct = (stage: Stage) => Promise<Scene>

/** A call by a person of their own account. */
const own =
  (prepare: (server: TestServer, user: TestUser) => Promise<Partial<Scene> & Pick<Scene, 'path'>>): Direct =>
  async ({ server }) => {
    const user = await aUser(server)
    return { server, token: user.token, ...ofAccount(user), ...(await prepare(server, user)) }
  }

/** Calls that need more than a space with one of each thing. */
const SCENES: Record<string, Direct> = {
  'post /auth/login': async ({ server }) => {
    const user = await aUser(server)
    const body = { email: user.email, password: user.password }
    return { server, path: '/auth/login', body, headers: from(), ...ofAccount(user), target: sessionOf }
  },
  'post /auth/passkeys/login': async ({ server }) => {
    const user = await aUser(server)
    const passkey = await aPasskey(server, user)
    const body = passkey.sign(await requestOf(server))
    return {
      server,
      path: '/auth/passkeys/login',
      body,
      headers: from(),
      ...ofAccount(user),
      target: sessionOf,
    }
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
    const body = { token: await makeSetupToken(server.db), email, password: PASSWORD }
    return { server, path: '/auth/setup', body, ...ofAddress(server, email) }
  },
  'post /auth/recovery': async ({ server }) => {
    const admin = await aUser(server, { systemRole: 'admin' })
    const { token } = await makeRecoveryToken(server.db, admin.email, server.deps.now())
    return {
      server,
      path: '/auth/recovery',
      body: { token },
      headers: from(),
      ...ofAccount(admin),
      target: sessionOf,
    }
  },
  'post /auth/oauth2/code': async (stage) => {
    const { user, external } = await aLinked(stage)
    const { server, provider } = stage
    const body = { provider: provider.settings.id, code: await aCode(server, provider, external) }
    return {
      server,
      path: '/auth/oauth2/code',
      body,
      headers: from(),
      ...ofAccount(user),
      target: sessionOf,
    }
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
    return { server, path: '/registration/new', body, headers: from(), ...ofAddress(server, email) }
  },
  'post /registration/complete': async ({ server, mailbox }) => {
    const [space, email] = [await aSpace(server), anAddress()]
    const id = await invite(server, space, email)
    const { link } = await mailbox.newest(email)
    const body = { ...payloadOf(link), provider: 'password', data: PASSWORD }
    return {
      server,
      path: '/registration/complete',
      body,
      headers: from(),
      ...ofAccount({ id }),
      spaceId: space.id,
    }
  },
  'put /registration/verify': async ({ server, mailbox }) => {
    const email = anAddress()
    await register(server, email)
    const body = payloadOf((await mailbox.newest(email)).link)
    return { server, path: '/registration/verify', body, headers: from(), ...ofAddress(server, email) }
  },
  'post /profile/password/forgot': async ({ server }) => {
    const user = await aUser(server)
    return {
      server,
      path: '/profile/password/forgot',
      body: { email: user.email },
      headers: from(),
      ...ofAccount(user),
    }
  },
  'put /profile/password/reset': async ({ server, mailbox }) => {
    const user = await aUser(server)
    await forget(server, user.email)
    const { link } = await mailbox.newest(user.email)
    const body = { ...payloadOf(link), password: NEXT }
    return { server, path: '/profile/password/reset', body, headers: from(), ...ofAccount(user) }
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
  'put /spaces/{spaceId}/accept': async ({ server }) => {
    const space = await aSpace(server)
    const guest = await aMember(server, space, 'user', { invited: true })
    const path = `/spaces/${space.id}/accept`
    return { server, path, token: guest.token, ...ofAccount(guest), spaceId: space.id }
  },
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

/** The id of the thing of a call: the answer has it, or the path does. */
function thingOf(endpoint: Endpoint, ids: Record<string, string>, answer: unknown): string | null {
  const { path, audit } = endpoint
  if (audit === 'settings.update') return null
  const [, last = ''] = /\{(\w+)\}[^{}]*$/.exec(path) ?? []
  if (path.endsWith('/undo')) return fieldOf(answer, 'target_id')
  const id = fieldOf(answer, 'id') ?? ids[last] ?? null
  return id !== null && path.includes('/keys') ? standInOf(id) : id
}

/** The call of the table of permissions, by a caller whom it lets. */
export function sceneOf(
  endpoint: Endpoint,
  filled: FilledSpace,
  caller: { actor: Actor; token?: string; key?: string },
  server: TestServer,
): Scene {
  const { body, ids, query = '' } = ROWS[nameOf(endpoint)] ?? {}
  const named: Record<string, string> = { ...filled.ids, ...ids?.(filled.ids) }
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => named[name] ?? '')
  return {
    server,
    path: path + query,
    body: endpoint.body && (body?.(filled) ?? {}),
    ...caller,
    spaceId: (answer) => {
      if (endpoint.path === '/spaces') return fieldOf(answer, 'id')
      return endpoint.path.startsWith(SPACE) ? filled.space.id : null
    },
    target: (answer) => thingOf(endpoint, named, answer),
  }
}

/** A call of the endpoint that succeeds, by a person. */
export async function stage(endpoint: Endpoint, given: Stage): Promise<Scene> {
  const direct = SCENES[nameOf(endpoint)]
  if (direct) return direct(given)
  const { server } = given
  const filled = await aFilledSpace(server)
  const isOfAdmins = [endpoint.permission].flat().includes('admin:access')
  const who = isOfAdmins ? await aUser(server, { systemRole: 'admin' }) : filled.space.owner
  return sceneOf(endpoint, filled, { actor: person(who), token: who.token }, server)
}

/** The same call by a key. */
export async function stageForKey(endpoint: Endpoint, { server }: Stage): Promise<Scene> {
  const filled = await aFilledSpace(server)
  const needed = ROWS[nameOf(endpoint)]?.needs ?? [endpoint.permission ?? []].flat()[0] ?? null
  const { key = '' } = await CALLERS['a key with the permission'](server, filled, needed)
  return sceneOf(endpoint, filled, { actor: { type: 'key', id: standInOf(key) }, key }, server)
}
