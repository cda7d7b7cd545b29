import { type ReactNode, useEffect, useState } from 'react'
import { useAccount } from '../../dataProvider/account'
import { PartFrame } from '../lazyPart'
import { journalEntries, onJournalsChanged } from './journalKeys'

interface LaterNoticeProps {
  kind: string
  /** A lazy part that offers to continue interrupted runs. */
  children: ReactNode
}

/** Loads its children only once this browser has a journal of this kind. */
export function LaterNotice({ kind, children }: LaterNoticeProps) {
  const accountId = useAccount().profile?.id
  const [isWanted, setWanted] = useState(false)
  useEffect(() => {
    if (accountId === undefined || isWanted) return undefined
    const look = () => setWanted(journalEntries(accountId, kind).length > 0)
    look()
    return onJournalsChanged(look)
  }, [accountId, kind, isWanted])
  if (!isWanted) return null
  return <PartFrame onClose={() => setWanted(false)}>{children}</PartFrame>
}
