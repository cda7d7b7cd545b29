import { MINUTE } from '#contract/common/durations'
import { isGrant, type Power } from '#contract/granting'
import type { Deps } from '../../deps'
import { notRecent } from '../../errors'
import type { Caller, Person } from './caller'

/** For how long a sign-in counts as recent, in milliseconds. */
const RECENT = 15 * MINUTE

/** Whether a person has confirmed their identity recently. */
export const isRecent = ({ confirmedAt }: Pick<Person, 'confirmedAt'>, now: Date): boolean =>
  now.getTime() - confirmedAt.getTime() <= RECENT

/** Keys need no recent sign-in. @throws ApiError 403 for a person who has not confirmed their identity recently */
export function requireRecent({ now }: Pick<Deps, 'now'>, caller: Caller): void {
  if ('userId' in caller && !isRecent(caller, now())) throw notRecent()
}

/**
 * Granting permissions for critical calls is critical too. What a key may grant is checked separately.
 * @param before the permissions before; null for none
 * @throws ApiError 403 for a person who has not confirmed their identity recently
 */
export function authorizeGrant(
  deps: Pick<Deps, 'now'>,
  caller: Caller,
  before: Power | null,
  after: Power,
): void {
  if (isGrant(before, after)) requireRecent(deps, caller)
}
