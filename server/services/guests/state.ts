import type { GuestLinkState } from '#contract/guestLinks'
import type { Permission } from '#contract/permissions'
import { isMember } from '../common/membership'

/** The permissions by which a person may read what a link shows. */
const NEEDED = ['space:device:read', 'space:message:series:read'] as const satisfies readonly Permission[]

const needed = `array[${NEEDED.map((one) => `'${one}'`).join(', ')}]`

/** SQL condition: the person who created the link in a row may still read its device. */
const isGiven = (link: string) => `exists (
  select from app_user u left join space_user m on m.space_id = ${link}.space_id and m.user_id = u.id
  where u.id = ${link}.creator_id and (u.system_role = 'admin' or (${isMember('m')}
    and (m.permissions is null or m.permissions @> ${needed})
    and (not m.is_limited or exists (
      select from space_user_tag t join device_tag o on o.space_id = t.space_id and o.tag_id = t.tag_id
      where t.space_id = ${link}.space_id and t.space_user_id = u.id and o.device_id = ${link}.device_id
    )))))`

const sqlOf = (state: GuestLinkState) => `'${state}'`

/** SQL of the state of the link in a row of `guest_link`. Rules, "Guest links". */
export const guestLinkState = (link: string): string => `
  case when ${link}.ends_at <= now() then ${sqlOf('ended')}
    when ${isGiven(link)} then ${sqlOf('active')} else ${sqlOf('withdrawn')} end`
