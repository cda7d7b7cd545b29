import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { MINUTE } from '#contract/common/durations'
import { GUEST_HEADER, type GuestView, guestLinksApi } from '#contract/guestLinks'
import { callEndpoint } from '../../dataProvider/call'
import { ApiError, reasonOf, useClient } from '../../dataProvider/client'
import { useTranslateText } from '../../i18n'

export type Points = z.output<typeof guestLinksApi.points.answer.element>

/** Milliseconds between two polls. */
const POLL = MINUTE

interface Guest {
  view: GuestView | null
  points: readonly Points[]
  /** `gone`: the link shows nothing any more; otherwise why it could not be read. */
  failure: string | null
}

/** The token, which is in the fragment of the address: no server sees it there. */
const tokenInAddress = () => window.location.hash.slice(1)

/** What the link of the address shows, read again every minute while the page is visible. */
export function useGuest(): Guest {
  const client = useClient()
  const translateText = useTranslateText()
  const [guest, setGuest] = useState<Guest>({ view: null, points: [], failure: null })

  useEffect(() => {
    const stopping = new AbortController()
    const read = async () => {
      const options = {
        anonymous: true,
        headers: { [GUEST_HEADER]: tokenInAddress() },
        signal: stopping.signal,
      }
      try {
        const view = await callEndpoint(client, guestLinksApi.view, options)
        const width = Math.max(1, Math.min(window.innerWidth, 960))
        const points =
          view.hours === null ? [] : await callEndpoint(client, guestLinksApi.points, { ...options, query: { width } })
        if (!stopping.signal.aborted) setGuest({ view, points, failure: null })
      } catch (error) {
        if (stopping.signal.aborted) return
        const isGone = error instanceof ApiError && error.status === 401
        setGuest((before) => ({ ...before, failure: isGone ? 'gone' : translateText(reasonOf(error)) }))
      }
    }
    void read()
    const timer = setInterval(() => document.visibilityState === 'visible' && void read(), POLL)
    window.addEventListener('hashchange', read)
    return () => {
      stopping.abort()
      clearInterval(timer)
      window.removeEventListener('hashchange', read)
    }
  }, [client, translateText])
  return guest
}
