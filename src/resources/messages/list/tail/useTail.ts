import { useCallback, useEffect, useRef, useState } from 'react'
import { useEvent } from 'react-admin'
import { type Message, messagesApi } from '#contract/messages'
import { useAddressFilter } from '../../../../components/page'
import { useServerDown } from '../../../../dataProvider/connection'
import { queryOf } from '../../../../dataProvider/endpoints'
import { useListMessages } from '../../../../dataProvider/messagePages'
import { type Followed, type FollowOptions, follow, NOTHING_YET } from './follower'
import type { TailCall } from './tail'

/** Whether the list is live (`?live=true`). A live list starts at its first page. */
export function useLiveAddress() {
  const [live, set] = useAddressFilter('live')
  return { isLive: live === 'true', setLive: (isLive: boolean) => set(isLive ? 'true' : null) }
}

interface Options extends Pick<FollowOptions<Message>, 'onRefused'> {
  isLive: boolean
  /** The list's filter. */
  filter: Record<string, unknown>
}

/** Follows the newest messages while the list is live and the page is visible. A new filter restarts it. */
export function useTail({ isLive, filter, onRefused }: Options) {
  const [followed, setFollowed] = useState<Followed<Message>>(NOTHING_YET)
  const follower = useRef<ReturnType<typeof follow>>(undefined)
  const listMessages = useListMessages()
  /** One page of messages that match the filter. */
  const read = useEvent(async ({ after, cursor, limit }: TailCall, signal: AbortSignal) => {
    const query = queryOf({ query: messagesApi.list.query.shape }, filter)
    const floor = typeof query.after === 'string' ? Date.parse(query.after) : 0
    const from = new Date(Math.max(floor, after ?? 0)).toISOString()
    const rows = await listMessages({ ...query, after: from, offset: cursor, limit }, signal)
    return { rows, floor }
  })
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
