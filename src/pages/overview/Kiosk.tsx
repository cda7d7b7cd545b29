import { Box, Button, Dialog, ThemeProvider, Typography, useTheme } from '@mui/material'
import {
  createContext,
  type ReactNode,
  useContext,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { SHOWN_MAX } from '#contract/overview'
import { formatClock, formatSeconds, serverTimeOf, useClock } from '../../clock'
import { useNow } from '../../components/page'
import { useBrand } from '../../theme'
import { createConsoleTheme } from '../../theme/theme'
import { useTranslate } from './texts'

/** How much larger than a page a wall screen is at most, and at least. */
const ZOOM = { most: 2.4, least: 0.6 }
/** Pixels of a screen's width for which a page of its own size is made. */
const PAGE_WIDTH = 1200
/** Lines of each list, for less and less room. */
const ROOMS = [SHOWN_MAX, 6, 3, 1] as const
/** How often the clock of a wall screen is written again, in milliseconds. */
const CLOCK_EVERY = 5000

const RoomContext = createContext<number | undefined>(undefined)

/** How many lines of a list a wall screen has room for; undefined on a page, which scrolls. */
export const useRoom = () => useContext(RoomContext)

/** Shows content as large as it fits into its frame. @returns whether it does */
function fits(content: HTMLElement, frame: HTMLElement): boolean {
  const excessAt = (zoom: number) => {
    content.style.zoom = String(zoom)
    return frame.scrollHeight / frame.clientHeight
  }
  let zoom = Math.min(Math.max(frame.clientWidth / PAGE_WIDTH, 1), ZOOM.most)
  let excess = excessAt(zoom)
  // What is smaller breaks into fewer lines; the second time is for what was rounded.
  for (let i = 0; i < 2 && excess > 1 && zoom > ZOOM.least; i += 1) {
    zoom = Math.max(zoom / excess, ZOOM.least)
    excess = excessAt(zoom)
  }
  return excess <= 1
}

interface FittedProps {
  /** When what is shown was read. */
  at: number
  children: ReactNode
}

/** Shows all within the window, and less of long lists where they have no room. A phone scrolls. */
function Fitted({ at, children }: FittedProps) {
  const theme = useTheme()
  const content = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState('')
  const scene = `${size} ${at}`
  const [short, setShort] = useState({ scene, level: 0 })
  const level = short.scene === scene ? short.level : 0

  const fit = useEffectEvent(() => {
    const frame = content.current?.parentElement
    if (!content.current || !frame) return
    setSize(`${frame.clientWidth} × ${frame.clientHeight}`)
    if (frame.clientWidth < theme.breakpoints.values.md) content.current.style.zoom = '1'
    else if (!fits(content.current, frame) && level + 1 < ROOMS.length) setShort({ scene, level: level + 1 })
  })
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => fit())
    for (const element of [content.current, content.current?.parentElement])
      if (element) observer.observe(element)
    return () => observer.disconnect()
  }, [])
  // Before it is painted, whatever it is that has changed.
  useLayoutEffect(() => fit())

  return (
    <RoomContext value={ROOMS[level]}>
      <Box ref={content} sx={{ p: 3, bgcolor: 'background.default', boxSizing: 'border-box' }}>
        {children}
      </Box>
    </RoomContext>
  )
}

/** The time, and of when what is shown is. @param at in milliseconds since 1970, by this computer's clock */
function WallClock({ at }: { at: number }) {
  const translate = useTranslate()
  const clock = useClock()
  const now = useNow(CLOCK_EVERY)
  return (
    <Box sx={{ textAlign: 'end', fontVariantNumeric: 'tabular-nums' }}>
      <Typography variant="h1" component="p">
        {formatClock(now, clock)}
      </Typography>
      {at > 0 && (
        <Typography variant="body2" color="text.secondary" noWrap>
          {translate('overview.asOf', { time: formatSeconds(serverTimeOf(at), clock) })}
        </Typography>
      )}
    </Box>
  )
}

interface KioskProps {
  title: string
  /** When what is shown was read; 0 before that. */
  at: number
  onClose: () => void
  children: ReactNode
}

/** A wall screen: nothing but the overview and the time, dark and large, without scrolling. Escape leads back. */
export function Kiosk({ title, at, onClose, children }: KioskProps) {
  const translate = useTranslate()
  const brand = useBrand()
  const theme = useMemo(() => createConsoleTheme('dark', false, brand), [brand])
  return (
    <ThemeProvider theme={theme}>
      <Dialog
        fullScreen
        open
        onClose={onClose}
        slotProps={{ paper: { 'aria-label': title, sx: { bgcolor: 'background.default' } } }}
        sx={{ colorScheme: 'dark' }}
      >
        <Fitted at={at}>
          <Box
            sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 0.5, mb: 2 }}
          >
            <Typography variant="h1" sx={{ flex: '1 0 auto', maxWidth: '100%', overflowWrap: 'anywhere' }}>
              {title}
            </Typography>
            <WallClock at={at} />
            <Button size="small" color="inherit" onClick={onClose} sx={{ ml: 'auto' }}>
              {translate('overview.leaveKiosk')}
            </Button>
          </Box>
          {children}
        </Fitted>
      </Dialog>
    </ThemeProvider>
  )
}
