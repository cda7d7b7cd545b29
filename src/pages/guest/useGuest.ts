import { useEffect, useState, useSyncExternalStore } from 'react'
import { MINUTE } from '#contract/common/durations'
import { GUEST_HEADER, type GuestPoints, type GuestView, guestLinksApi } from '#contract/guestLinks'
import { serverNow } from '../../clock'
import { noteServerTime } from '../../clock/server'
import { callEndpoint } from '../../dataProvider/call'
import { type Client, isGone, reasonOf, useClient } from '../../dataProvider/client'
import { connection } from '../../dataProvider/connection'

connection.onAnswer = noteServerTime

/** Milliseconds between two polls; a hidden page does not poll. */
const POLL = MINUTE
/** Width of the page's charts, in pixels. */
const WIDTH = 960

/** What a link shows. */
export interface Shared {
  view: GuestView
  points: readonly GuestPoints[]
  /** Time of the answer by the server's clock, in milliseconds since 1970. */
  at: number
}

interface Guest {
  shared: Shared | null
  /** `gone`: the link shows nothing any more; otherwise a sentence or text key that says why it was not read. */
  failure: string | null
}

const subscribe = (listener: () => void) => {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

/** The token of the address, in whose fragment no server sees it. */
export const useGuestToken = () => useSyncExternalStore(subscribe, () => window.location.hash.slice(1))

async function read(client: Client, token: string, signal: AbortSignal): Promise<Shared> {
  // Whoever is signed in in this browser sees what everybody else sees.
  const asGuest = { anonymous: true, headers: { [GUEST_HEADER]: token }, signal }
  const view = await callEndpoint(client, guestLinksApi.view, asGuest)
  const at = serverNow()
  if (view.hours === null) return { view, points: [], at }
  const width = Math.min(window.innerWidth, WIDTH)
  const points = await callEndpoint(client, guestLinksApi.points, { ...asGuest, query: { width } })
  return { view, points, at }
}

/** What the link with a token shows, read again every minute. Render it anew for another token. */
export function useGuest(token: string): Guest {
  const client = useClient()
  const [guest, setGuest] = useState<Guest>({ shared: null, failure: null })
  useEffect(() => {
    const stopping = new AbortController()
    const { signal } = stopping
    const poll = async () => {
      try {
        const shared = await read(client, token, signal)
        if (!signal.aborted) setGuest({ shared, failure: null })
      } catch (error) {
        if (signal.aborted) return
        if (isGone(error)) setGuest({ shared: null, failure: 'gone' })
        else setGuest(({ shared }) => ({ shared, failure: reasonOf(error) }))
      }
    }
    void poll()
    const timer = setInterval(() => document.visibilityState === 'visible' && void poll(), POLL)
    return () => {
      stopping.abort()
      clearInterval(timer)
    }
  }, [client, token])
  return guest
}
