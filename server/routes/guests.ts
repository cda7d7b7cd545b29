import { guestLinksApi } from '#contract/guestLinks'
import type { Deps } from '../deps'
import type { Implement } from '../http/implement'
import { pointsAsGuest, viewAsGuest } from '../services/guests/guest'
import { createGuestLink, listGuestLinks, revokeGuestLink } from '../services/guests/guestLinks'

/** Guest links, and what their guests see. Rules, "Guest links". */
export function guestRoutes(implement: Implement, deps: Deps) {
  implement(guestLinksApi.list, ({ params }) => listGuestLinks(deps.db, params.spaceId))
  implement(guestLinksApi.create, ({ params, body, caller }) =>
    createGuestLink(deps, caller, params.spaceId, body),
  )
  implement(guestLinksApi.revoke, ({ params: { spaceId, guestLinkId }, caller }) =>
    revokeGuestLink(deps, caller, { spaceId, id: guestLinkId }),
  )
  implement(guestLinksApi.view, ({ caller }) => viewAsGuest(deps, caller))
  implement(guestLinksApi.points, ({ caller, query }) => pointsAsGuest(deps, caller, query))
}
