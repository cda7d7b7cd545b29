import { useEffect, useState } from 'react'
import { useAccount } from '../../dataProvider/account'
import { useClient } from '../../dataProvider/client'
import { type WaitingNote, waitingNotes, watchOutbox } from './outbox'

/** The notes of the signed-in person that wait to be sent. */
export function useWaitingNotes(): WaitingNote[] {
  const client = useClient()
  const accountId = useAccount().profile?.id
  const [notes, setNotes] = useState<WaitingNote[]>([])
  useEffect(() => {
    if (accountId === undefined) return undefined
    let isShown = true
    const read = () =>
      void waitingNotes(accountId, client.base).then(
        (found) => isShown && setNotes(found),
        () => undefined,
      )
    read()
    const stop = watchOutbox(read)
    return () => {
      isShown = false
      stop()
    }
  }, [accountId, client])
  return notes
}
