import { localKeeper } from '../../../storage'
import type { Owner } from '../owner'

const keyOf = (spaceId: string, { kind, id }: Owner) => `dashboard:${spaceId}/${kind}/${id}`

/** The code that was written in this browser for a device or a tag; null when none was. Spec 2, section 9. */
export const savedCode = (spaceId: string, owner: Owner) => localKeeper.getItem(keyOf(spaceId, owner))

/** Keeps the code in this browser; null forgets it. */
export function saveCode(spaceId: string, owner: Owner, source: string | null) {
  const key = keyOf(spaceId, owner)
  if (source === null) localKeeper.removeItem(key)
  else localKeeper.setItem(key, source)
}
