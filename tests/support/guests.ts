import { GUEST_HEADER, type GuestShows, guestLinksApi } from '#contract/guestLinks'
import type { Fillable, TestSpace } from './builders'

/** Creates a guest link as the owner of the space. */
export async function aGuestLink(
  server: Pick<Fillable, 'call'>,
  { id, owner }: TestSpace,
  shows: GuestShows,
  ends_at: string | null = null,
) {
  const body = { shows, ends_at }
  const answer = await server.call('POST', `/spaces/${id}/guest-links`, { token: owner.token, body })
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`)
  return guestLinksApi.create.answer.parse(await answer.json())
}

/** Asks with the token of a guest link. */
export const asGuest = async (server: Pick<Fillable, 'call'>, token: string, path = '/guest') =>
  server.call('GET', path, { headers: { [GUEST_HEADER]: token } })
