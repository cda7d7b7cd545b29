import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { ListContextProvider, type ListControllerResult, useEvent, useListContext } from 'react-admin'
import type { Message } from '#contract/messages'
import { useFailureToast } from '../../../../components/page'
import { MovingRowsContext } from '../../../../components/table'
import { LiveContext } from './LiveContext'
import { TAIL_LIMITS } from './tail'
import { useLiveAddress } from './useLiveAddress'
import { useTail } from './useTail'

/**
 * Shows the newest messages in the place of a page of the list while it is live. Scrolling down, opening a row and
 * selecting one pause it.
 */
export function LiveFrame({ children }: { children: ReactNode }) {
  const list = useListContext<Message>()
  const { filterValues, filter, selectedIds } = list
  const { isLive, setLive: setAddress } = useLiveAddress()
  const [round, setRound] = useState(0)
  const failureToast = useFailureToast()

  const setLive = useEvent((next: boolean) => {
    setAddress(next)
    if (!next) void list.refetch()
  })
  const tail = useTail({
    isLive,
    filter: { ...filterValues, ...filter },
    onRefused: (error) => {
      setLive(false)
      if (error) failureToast(error)
    },
  })
  const { followed, pause } = tail
  const resumeTail = tail.resume
  const resume = useCallback(() => {
    resumeTail()
    setRound((last) => last + 1)
  }, [resumeTail])

  const count = selectedIds.length
  useEffect(() => {
    if (count > 0) pause()
  }, [count, pause])

  const live = useMemo(() => ({ isLive, setLive, followed, resume }), [isLive, setLive, followed, resume])
  const moving = useMemo(() => (isLive ? { onReading: pause, round } : null), [isLive, pause, round])
  const { rows } = followed
  const shown = useMemo((): ListControllerResult<Message> => {
    if (!isLive || !rows) return list
    const whole = { page: 1, perPage: TAIL_LIMITS.max, total: rows.length, hasNextPage: false }
    return { ...list, ...whole, data: [...rows], error: null, isPending: false, isPlaceholderData: false }
  }, [list, isLive, rows])

  return (
    <LiveContext.Provider value={live}>
      <MovingRowsContext.Provider value={moving}>
        <ListContextProvider value={shown}>{children}</ListContextProvider>
      </MovingRowsContext.Provider>
    </LiveContext.Provider>
  )
}
