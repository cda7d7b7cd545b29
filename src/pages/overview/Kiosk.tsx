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

/** Largest and smallest zoom of a wall screen. */
const ZOOM = { most: 2.4, least: 0.6 }
/** Screen width in px at which the zoom is 1. */
const PAGE_WIDTH = 1200
/** Lines of each list, for less and less room. */
const ROOMS = [SHOWN_MAX, 6, 3, 1] as const
/** Milliseconds between two updates of the clock on a wall screen. */
const CLOCK_EVERY = 5000

const RoomContext = createContext<number | undefined>(undefined)

/** Number of list lines that fit on a wall screen; undefined on a page, which scrolls. */
export const useRoom = () => useContext(RoomContext)

/**
 * Zooms content to fit into its frame.
 * @returns whether it fits
 */
function fits(content: HTMLElement, frame: HTMLElement): boolean {
  const excessAt = (zoom: number) => {
    content.style.zoom = String(zoom)
    return frame.scrollHeight / frame.clientHeight
  }
  let zoom = Math.min(Math.max(frame.clientWidth / PAGE_WIDTH, 1), ZOOM.most)
  let excess = excessAt(zoom)
  // Smaller text wraps into fewer lines; the second pass corrects rounding.
  for (let i = 0; i < 2 && excess > 1 && zoom > ZOOM.least; i += 1) {
    zoom = Math.max(zoom / excess, ZOOM.least)
    excess = excessAt(zoom)
  }
  return excess <= 1
}

interface FittedProps {
  /** When the shown data was loaded, in ms since 1970. */
  at: number
  children: ReactNode
}

/** Fits everything into the window, and shortens long lists if there is no room. A phone scrolls. */
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
  // After every change, before it is painted.
  useLayoutEffect(() => fit())

  return (
    <RoomContext value={ROOMS[level]}>
      <Box ref={content} sx={{ p: 3, bgcolor: 'background.default', boxSizing: 'border-box' }}>
        {children}
      </Box>
    </RoomContext>
  )
}

/**
 * The current time, and when the shown data was loaded.
 * @param at in milliseconds since 1970, by this computer's clock
 */
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
  /** When the shown data was loaded, in ms since 1970; 0 before that. */
  at: number
  onClose: () => void
  children: ReactNode
}

/** A wall screen: the overview and the time, dark and large, without scrolling. Escape leads back. */
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
