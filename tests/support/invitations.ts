import type { SpaceRole } from '#contract/permissions'
import { usersApi } from '#contract/users'
import type { TestSpace } from './builders'
import type { TestServer } from './makeServer'

type Caller = Pick<TestServer, 'call'>

/** Calls for an invitation by the owner of the space. */
export const callInvite = async (
  server: Caller,
  { id, owner }: TestSpace,
  email: string,
  { role = 'user', language = 'en' }: { role?: SpaceRole; language?: string } = {},
) =>
  server.call('POST', `/spaces/${id}/users/invite`, {
    token: owner.token,
    body: { email, space_role: role },
    headers: { 'Accept-Language': language },
  })

/** Invites somebody; returns the id of the person. */
export async function invite(...args: Parameters<typeof callInvite>): Promise<string> {
  const answer = await callInvite(...args)
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`)
  return usersApi.invite.answer.parse(await answer.json()).id
}

/** The pending invitations of a space, with what became of their e-mails. */
export async function invitationsOf(server: Caller, { id, owner }: TestSpace) {
  const answer = await server.call('GET', `/spaces/${id}/users/invitations`, { token: owner.token })
  return usersApi.invitations.answer.parse(await answer.json())
}

/** What the page of a link sends. */
export const payloadOf = (link: string) => Object.fromEntries(new URL(link).searchParams)

/** Completes the registration of a link, as its page does. */
export const complete = async (server: Caller, link: string, values: Record<string, unknown> = {}) =>
  server.call('POST', '/registration/complete', {
    body: { ...payloadOf(link), provider: 'password', data: 'my new password', ...values },
  })

/** Verifies the address of a link, as its page does. */
export const verify = async (server: Caller, link: string) =>
  server.call('PUT', '/registration/verify', { body: payloadOf(link) })

/** Signs in with the password of `complete`. */
export const signIn = async (server: Caller, email: string, password = 'my new password') =>
  server.call('POST', '/auth/login', { body: { email, password } })
