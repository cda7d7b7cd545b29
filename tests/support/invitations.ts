import type { SpaceRole } from '#contract/permissions'
import { registrationApi } from '#contract/registration'
import { usersApi } from '#contract/users'
import type { TestSpace } from './builders'
import type { TestServer } from './makeServer'

type Caller = Pick<TestServer, 'call'>

/** Makes a call about invitations as the owner of the space. */
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

/** Invites a person; returns their id. */
export async function invite(...args: Parameters<typeof callInvite>): Promise<string> {
  const answer = await callInvite(...args)
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`)
  return usersApi.invite.answer.parse(await answer.json()).id
}

/** Pending invitations of a space, with the states of their e-mails. */
export async function invitationsOf(server: Caller, { id, owner }: TestSpace) {
  const answer = await server.call('GET', `/spaces/${id}/users/invitations`, { token: owner.token })
  return usersApi.invitations.answer.parse(await answer.json())
}

/** Body that the page of a link sends. */
export const payloadOf = (link: string) => Object.fromEntries(new URL(link).searchParams)

/** Reads the offer of an invitation link, as its page does. */
export const askOffer = async (server: Caller, link: string, headers: Record<string, string> = {}) =>
  server.call('POST', '/registration/invitation', { body: payloadOf(link), headers })

/** Body that the page of a link sends to complete the registration, without the password. */
export async function registrationOf(server: Caller, link: string, headers: Record<string, string> = {}) {
  const { id, token } = payloadOf(link)
  const answer = await askOffer(server, link, headers)
  const offer = answer.status === 200 && registrationApi.invitation.answer.parse(await answer.json())
  const { email, space_id } = offer || { email: 'nobody@example.com', space_id: null }
  return { id, token, email, space_id, provider: 'password' }
}

/** Completes the registration of a link, as its page does. */
export const complete = async (server: Caller, link: string, values: Record<string, unknown> = {}) =>
  server.call('POST', '/registration/complete', {
    body: { ...(await registrationOf(server, link)), data: 'my new password', ...values },
  })

/** Verifies the address of a link, as its page does. */
export const verify = async (server: Caller, link: string) =>
  server.call('PUT', '/registration/verify', { body: payloadOf(link) })

/** Signs in with the password of `complete`. */
export const signIn = async (server: Caller, email: string, password = 'my new password') =>
  server.call('POST', '/auth/login', { body: { email, password } })
