import { useState } from 'react'
import { useSpaceId } from '../../../dataProvider/SpaceProvider'
import { localKeeper } from '../../../storage'
import type { Owner } from '../run/useMessages'

/**
 * Code of a dashboard: the person's own, which this browser keeps for each device and tag, or a guest that came with a
 * link. Rules, "Dashboard".
 */
export function useCode({ kind, id }: Owner) {
  const key = `dashboard:${useSpaceId()}/${kind}/${id}`
  const [own, setOwn] = useState(() => localKeeper.getItem(key))
  const [guest, setGuest] = useState<string | null>(null)
  const save = (source: string | null) => {
    if (source === null) localKeeper.removeItem(key)
    else localKeeper.setItem(key, source)
    setOwn(source)
  }
  return {
    /** Null until the person writes code; then the standard code is shown. */
    source: guest ?? own,
    /** The person's own code, also while a guest is shown. */
    own,
    isGuest: guest !== null,
    /** Changes the shown code; a guest is not saved. */
    change: (source: string) => (guest === null ? save(source) : setGuest(source)),
    /** Shows code from a link. */
    welcome: setGuest,
    /** Makes the guest the person's own code. */
    keep: () => {
      save(guest)
      setGuest(null)
    },
    /** Forgets the shown code. After a guest, the person's own code is shown again. */
    reset: () => {
      if (guest === null) save(null)
      else setGuest(null)
    },
  }
}

export type Code = ReturnType<typeof useCode>
