import { useState } from 'react'
import { useSpaceId } from '../../../dataProvider/SpaceProvider'
import type { Owner } from '../owner'
import { saveCode, savedCode } from './savedCode'

/** The code of a dashboard: the person's own, which this browser keeps, or a guest that came with a link. */
export function useCode(owner: Owner) {
  const spaceId = useSpaceId()
  const [own, setOwn] = useState(() => savedCode(spaceId, owner))
  const [guest, setGuest] = useState<string | null>(null)
  const save = (source: string | null) => {
    saveCode(spaceId, owner, source)
    setOwn(source)
  }
  return {
    /** Null while the person has written none: then the standard code is shown. */
    source: guest ?? own,
    /** The person's own code, also while a guest is shown. */
    own,
    isGuest: guest !== null,
    /** The person changes what is shown; a guest is not saved. */
    change: (source: string) => (guest === null ? save(source) : setGuest(source)),
    /** Shows code that came with a link. */
    welcome: setGuest,
    /** Makes the guest the person's own. */
    keep: () => {
      save(guest)
      setGuest(null)
    },
    /** Shows the person's own code again. */
    dismiss: () => setGuest(null),
    /** Forgets what is shown. */
    reset: () => {
      if (guest === null) save(null)
      else setGuest(null)
    },
  }
}

export type Code = ReturnType<typeof useCode>
