import { useCallback, useEffect, useRef, useState } from 'react'
import { useEvent } from 'react-admin'
import { useSearchParams } from 'react-router-dom'
import type { Message } from '#contract/messages'
import { useServerDown } from '../../../../dataProvider/connection'
import { endpointOf, queryOf } from '../../../../dataProvider/endpoints'
import { useSpaceId } from '../../../../dataProvider/SpaceProvider'
import { useSpaceport } from '../../../../dataProvider/useSpaceport'
import { type Followed, follow, NOTHING_YET } from './follower'
import type { TailCall } from './tail'

/** Whether the list is live, as `?live=true` says. A live list starts at its first page. */
export function useLiveAddress() {
  const [search, setSearch] = useSearchParams()
  const setLive = useCallback(
    (isLive: boolean) =>
      setSearch(
        (current) => {
          const next = new URLSearchParams(current)
          next.delete('page')
          if (isLive) next.set('live', 'true')
          else next.delete('live')
          return next
        },
        { replace: true },
      ),
    [setSearch],
  )
  return { isLive: search.get('live') === 'true', setLive }
}

/** Reads one page of the messages that match the filter; null when the call was denied. */
function useRead(filter: Record<string, unknown>) {
  const dataProvider = useSpaceport()
  const spaceId = useSpaceId()
  return useEvent(async ({ after, cursor, limit }: TailCall, signal: AbortSignal) => {
    const query = queryOf(endpointOf('messages', spaceId), filter)
    const floor = typeof query.after === 'string' ? Date.parse(query.after) : 0
    const from = Math.max(floor, after ?? 0)
    const rows: unknown = await dataProvider.listMessages(
      { ...query, after: new Date(from).toISOString(), offset: cursor, limit },
      signal,
    )
    return Array.isArray(rows) ? { rows, floor } : null
  })
}

interface Options {
  isLive: boolean
  /** The list's filter. */
  filter: Record<string, unknown>
  /** The server refused a call, and the tail has stopped. The error is null for a denied call. */
  onRefused: (error: unknown) => void
}

/** Follows the newest messages while the list is live and the page is visible. A changed filter starts over. */
export function useTail({ isLive, filter, onRefused }: Options) {
  const [followed, setFollowed] = useState<Followed<Message>>(NOTHING_YET)
  const follower = useRef<ReturnType<typeof follow>>(undefined)
  const read = useRead(filter)
  const refused = useEvent(onRefused)
  const followedFilter = isLive ? JSON.stringify(filter) : null

  useEffect(() => {
    if (followedFilter === null) return undefined
    const current = follow<Message>({ read, onChange: setFollowed, onRefused: refused })
    follower.current = current
    const onVisibility = () => (document.hidden ? current.rest() : current.wake())
    document.addEventListener('visibilitychange', onVisibility)
    window.addEventListener('online', current.wake)
    return () => {
      document.removeEventListener('visibilitychange', onVisibility)
      window.removeEventListener('online', current.wake)
      current.stop()
      setFollowed(NOTHING_YET)
    }
  }, [followedFilter, read, refused])

  const isDown = useServerDown()
  useEffect(() => {
    if (!isDown) follower.current?.wake()
  }, [isDown])

  const pause = useCallback(() => follower.current?.pause(), [])
  const resume = useCallback(() => follower.current?.resume(), [])
  return { followed, pause, resume }
}
