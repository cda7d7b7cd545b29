import UpIcon from '@mui/icons-material/ArrowUpward'
import { Button, Switch, styled } from '@mui/material'
import { visuallyHidden } from '@mui/utils'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { ListContextProvider, type ListControllerResult, useEvent, useListContext } from 'react-admin'
import type { Message } from '#contract/messages'
import { useFailureToast } from '../../../../components/page'
import { MovingRowsContext, Pagination } from '../../../../components/table'
import { TOP_BAR_HEIGHT } from '../../../../theme/theme'
import { useTranslate } from '../../texts'
import type { Followed } from './follower'
import { TAIL_LIMITS } from './tail'
import { useFresh } from './useFresh'
import { useLiveAddress, useTail } from './useTail'

interface Live extends ReturnType<typeof useLiveAddress> {
  followed: Followed<Message>
  /** Shows the waiting messages and scrolls to the first row. */
  resume: () => void
}

const LiveContext = createContext<Live | null>(null)

function useLive(): Live {
  const live = useContext(LiveContext)
  if (!live) throw new Error('This part belongs in a LiveFrame')
  return live
}

/**
 * While the list is live, shows the newest messages instead of its page. Scrolling down, expanding a row or selecting
 * one pauses it; back at the top it continues, unless a row is expanded or selected.
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
  const { followed, pause, ...tail } = useTail({
    isLive,
    filter: { ...filterValues, ...filter },
    onRefused: (error) => {
      setLive(false)
      failureToast(error)
    },
  })
  const resume = useEvent(() => {
    tail.resume()
    setRound((last) => last + 1)
  })

  const count = selectedIds.length
  const onTop = useEvent(() => {
    if (count === 0) tail.resume()
  })
  useEffect(() => {
    if (count > 0) pause()
  }, [count, pause])

  const live = useMemo(() => ({ isLive, setLive, followed, resume }), [isLive, setLive, followed, resume])
  const { rows } = followed
  const fresh = useFresh(rows)
  const moving = useMemo(
    () => (isLive ? { onReading: pause, onTop, round, fresh } : null),
    [isLive, pause, onTop, round, fresh],
  )
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

const SwitchLabel = styled('label')(({ theme }) => ({
  ...theme.typography.body2,
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: 36,
  color: theme.palette.text.secondary,
  whiteSpace: 'nowrap',
  '[data-state=live]': { color: theme.palette.success.main },
  '[data-state=lost]': { color: theme.palette.error.main },
}))

/** Turns the live tail on and off, and shows its state. */
export function LiveSwitch() {
  const translate = useTranslate()
  const { isLive, setLive, followed } = useLive()
  const state = () => {
    if (!isLive) return 'off'
    if (followed.isLost) return 'lost'
    if (followed.isPaused) return 'paused'
    return followed.rows ? 'live' : 'starting'
  }
  return (
    <SwitchLabel title={translate('messages.list.live.hint')}>
      <Switch
        size="small"
        checked={isLive}
        onChange={(_event, checked) => setLive(checked)}
        slotProps={{ input: { role: 'switch', 'aria-label': translate('messages.list.live.live') } }}
      />
      <span role="status" data-state={state()}>
        {translate(`messages.list.live.${state()}`)}
      </span>
    </SwitchLabel>
  )
}

/** Time between two announcements to screen readers, in milliseconds. */
const ANNOUNCE_EVERY = 10_000

/** Growth of a number since the last announcement; changes at most once per ANNOUNCE_EVERY. */
function useAnnounced(total: number): number {
  const [announced, setAnnounced] = useState({ total, growth: 0 })
  const quietUntil = useRef(0)
  useEffect(() => {
    if (total === announced.total) return undefined
    const announce = () => {
      quietUntil.current = Date.now() + ANNOUNCE_EVERY
      setAnnounced((last) => ({ total, growth: Math.max(0, total - last.total) }))
    }
    const timer = setTimeout(announce, Math.max(0, quietUntil.current - Date.now()))
    return () => clearTimeout(timer)
  }, [total, announced.total])
  return announced.growth
}

// Lies over the rows, so that it does not move them when it appears.
const Overlay = styled('div')(({ theme }) => ({
  position: 'sticky',
  top: TOP_BAR_HEIGHT,
  zIndex: 2,
  height: 0,
  display: 'flex',
  justifyContent: 'center',
  '& > button': { marginTop: 12, height: 36, borderRadius: 18, boxShadow: theme.shadows[4] },
  [theme.breakpoints.up('md')]: { '& > button': { marginTop: 48 } },
}))

/**
 * While the tail is paused: the number of waiting messages, and a button that shows them. It announces new messages.
 */
export function LiveNotice() {
  const translate = useTranslate()
  const { isLive, followed, resume } = useLive()
  const { isPaused, waiting, arrived } = followed
  const announced = useAnnounced(arrived)
  const newMessages = (count: number) =>
    translate(`messages.list.live.${count >= TAIL_LIMITS.max ? 'newOrMore' : 'new'}`, { smart_count: count })
  if (!isLive) return null
  return (
    <>
      <span role="status" style={visuallyHidden}>
        {announced > 0 && newMessages(announced)}
      </span>
      {isPaused && (
        <Overlay>
          <Button variant="contained" startIcon={<UpIcon />} onClick={resume}>
            {waiting > 0 ? newMessages(waiting) : translate('messages.list.live.resume')}
          </Button>
        </Overlay>
      )}
    </>
  )
}

const FooterBar = styled('div')(({ theme }) => ({
  ...theme.typography.body2,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: '4px 16px',
  minHeight: 56,
  padding: '8px 16px',
  color: theme.palette.text.secondary,
}))

/** Pagination of the list; while it is live, the number of shown messages and a button for older ones. */
export function LiveFooter() {
  const translate = useTranslate()
  const { isLive, setLive, followed } = useLive()
  if (!isLive) return <Pagination />
  return (
    <FooterBar>
      <span>{translate('messages.list.live.newest', { smart_count: followed.rows?.length ?? 0 })}</span>
      <Button size="small" onClick={() => setLive(false)}>
        {translate('messages.list.live.older')}
      </Button>
    </FooterBar>
  )
}
