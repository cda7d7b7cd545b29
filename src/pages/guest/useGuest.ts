import { QueryClient, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { MINUTE } from '#contract/common/durations'
import { GUEST_HEADER, type GuestPoints, type GuestView, guestLinksApi } from '#contract/guestLinks'
import { serverNow } from '../../clock'
import { noteServerTime } from '../../clock/server'
import { readOptions } from '../../dataProvider/answers'
import { callEndpoint } from '../../dataProvider/call'
import { isGone, reasonOf, useClient } from '../../dataProvider/client'
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
  /** `gone`: the link shows nothing any more; otherwise a sentence or text key that says why not all of it was read. */
  failure: string | null
}

const subscribe = (listener: () => void) => {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

/** The token of the address, in whose fragment no server sees it. */
export const useGuestToken = () => useSyncExternalStore(subscribe, () => window.location.hash.slice(1))

/** The answers of links; nobody is signed in. */
const cache = new QueryClient()

const polled = { refetchInterval: POLL, refetchOnWindowFocus: 'always', retry: false } as const

/** What the link with a token shows, read again every minute. */
export function useGuest(token: string): Guest {
  const client = useClient()
  // Whoever is signed in in this browser sees what everybody else sees.
  const asGuest = { anonymous: true, headers: { [GUEST_HEADER]: token } }
  const view = useQuery(
    {
      ...polled,
      ...readOptions(guestLinksApi.view, { token }, async (signal) => ({
        view: await callEndpoint(client, guestLinksApi.view, { ...asGuest, signal }),
        at: serverNow(),
      })),
    },
    cache,
  )
  const points = useQuery(
    {
      ...polled,
      ...readOptions(guestLinksApi.points, { token }, async (signal) => {
        const query = { width: Math.min(window.innerWidth, WIDTH) }
        return callEndpoint(client, guestLinksApi.points, { ...asGuest, query, signal })
      }),
      enabled: view.data !== undefined && view.data.view.hours !== null,
    },
    cache,
  )
  if (isGone(view.error)) return { shared: null, failure: 'gone' }
  const error = view.error ?? points.error
  return {
    shared: view.data ? { ...view.data, points: points.data ?? [] } : null,
    failure: error && reasonOf(error),
  }
}
