import { onlineManager } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { getToken } from '../../authProvider/session'
import { claimsIn } from '../../claims'
import { useAccount } from '../../dataProvider/account'
import { useClient } from '../../dataProvider/client'
import { lazyPart } from '../lazyPart'
import { sendWaiting } from './send'
import { useWaitingNotes } from './useWaitingNotes'

const RefusedNotes = lazyPart(() => import('./RefusedNotes'))

/** Milliseconds between two attempts while notes wait. */
const AGAIN = 30_000

/** Whether the person is still signed in; tokens of other servers may not say. */
const isSignedIn = (accountId: string) => {
  const { uid } = claimsIn(getToken())
  return uid === undefined || uid === accountId
}

/** Sends the notes that wait in this browser: at once, when the server answers again, and from time to time. Tells of those that were refused. */
export default function SendNotes() {
  const client = useClient()
  const accountId = useAccount().profile?.id
  const notes = useWaitingNotes()
  const refused = notes.filter(({ refusal }) => refusal !== null)
  const waiting = notes
    .filter(({ refusal }) => refusal === null)
    .map(({ id }) => id)
    .join()
  useEffect(() => {
    if (waiting === '' || accountId === undefined) return undefined
    const attempt = () => void sendWaiting(client, accountId, () => isSignedIn(accountId))
    attempt()
    const timer = setInterval(attempt, AGAIN)
    const stop = onlineManager.subscribe((isOnline) => isOnline && attempt())
    window.addEventListener('online', attempt)
    return () => {
      clearInterval(timer)
      stop()
      window.removeEventListener('online', attempt)
    }
  }, [accountId, client, waiting])
  if (refused.length === 0) return null
  return (
    <Suspense>
      <RefusedNotes notes={refused} />
    </Suspense>
  )
}
