import { Box, Button, Dialog, Link, styled, ThemeProvider, Typography } from '@mui/material'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import type { Overview, OverviewQuery } from '#contract/overview'
import { OVERVIEW_CAPABILITY } from '#contract/overview/capability'
import { formatClock, formatRelative, formatSeconds, serverTimeOf, useClock } from '../../clock'
import {
  ActionAlert,
  Loaded,
  NotFound,
  PageHeader,
  Section,
  useAddressParameter,
  useNow,
} from '../../components/page'
import NotPermitted from '../../components/page/NotPermitted'
import { useCapability } from '../../config'
import { useCurrentSpace, useKnownPermission } from '../../dataProvider/account'
import { useAddresses } from '../../dataProvider/SpaceProvider'
import { useBrand } from '../../theme'
import { createConsoleTheme } from '../../theme/theme'
import { AttentionSection } from './AttentionSection'
import { HoursSection } from './HoursSection'
import { States } from './States'
import { useTranslate } from './texts'
import { useOverview } from './useOverview'
import { DeliveriesSection, FirmwareSection } from './WorkSections'

const REDRAW_EVERY = 15_000

/** Says that what is shown is old, and offers to read it again. */
function Stale({ at, onRetry }: { at: number; onRetry: () => void }) {
  const translate = useTranslate()
  const clock = useClock()
  const ago = formatRelative(serverTimeOf(at), useNow(REDRAW_EVERY), clock)
  return (
    <Box sx={{ mb: 3 }}>
      <ActionAlert severity="warning" action={translate('common.tryNow')} onAction={onRetry}>
        {translate('overview.stale', { ago })}
      </ActionAlert>
    </Box>
  )
}

/** In place of the states, in a space without devices. */
function NoDevices() {
  const translate = useTranslate()
  return (
    <Section>
      <Typography sx={{ mb: 1 }}>{translate('overview.states.none')}</Typography>
      <Link component={RouterLink} to={useAddresses().list('devices')}>
        {translate('overview.states.toDevices')}
      </Link>
    </Section>
  )
}

const hasDevices = ({ states }: Overview) => Object.values(states).some((count) => count > 0)

/** What needs attention beside the rest, where there is room. */
const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  [theme.breakpoints.up('lg')]: { gridTemplateColumns: 'minmax(0, 3fr) minmax(0, 2fr)' },
  columnGap: theme.spacing(3),
  alignItems: 'start',
}))

interface ContentProps {
  query: ReturnType<typeof useOverview>
  span: OverviewQuery['hours']
  onSpan: (span: OverviewQuery['hours']) => void
  isKiosk?: boolean
}

/** Everything of the page but its frame. */
function Content({ query, span, onSpan, isKiosk = false }: ContentProps) {
  const { isRefetchError, dataUpdatedAt, refetch } = query
  return (
    <Loaded query={query}>
      {(overview) => (
        <>
          {isRefetchError && <Stale at={dataUpdatedAt} onRetry={() => void refetch()} />}
          {hasDevices(overview) ? <States states={overview.states} /> : <NoDevices />}
          <Columns>
            <AttentionSection attention={overview.attention} isKiosk={isKiosk} />
            <div>
              {overview.hours && (
                <HoursSection hours={overview.hours} span={span} onSpan={onSpan} isKiosk={isKiosk} />
              )}
              <DeliveriesSection deliveries={overview.deliveries} />
              <FirmwareSection firmware={overview.firmware} />
            </div>
          </Columns>
        </>
      )}
    </Loaded>
  )
}

/** How much larger than a page a wall screen is at most, and at least. */
const ZOOM = { most: 1.6, least: 0.65, step: 0.05 }
/** Pixels of a screen's width for which a page of its own size is made. */
const PAGE_WIDTH = 1200
/** How often the clock of a wall screen is written again, in milliseconds. */
const CLOCK_EVERY = 5000

/** Shows content as large as it fits into the window without scrolling; what would be too small is of its own size, and scrolls. */
function useFit() {
  return useCallback((content: HTMLElement | null) => {
    const frame = content?.parentElement
    if (!content || !frame) return undefined
    const fit = () => {
      const fitsAt = (zoom: number) => {
        content.style.zoom = String(zoom)
        return frame.scrollHeight <= frame.clientHeight
      }
      let zoom = Math.min(Math.max(frame.clientWidth / PAGE_WIDTH, 1), ZOOM.most)
      while (zoom >= ZOOM.least && !fitsAt(zoom)) zoom -= ZOOM.step
      if (zoom < ZOOM.least) fitsAt(1)
    }
    const observer = new ResizeObserver(fit)
    observer.observe(content)
    observer.observe(frame)
    return () => observer.disconnect()
  }, [])
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
        <Typography variant="body2" color="text.secondary">
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
function Kiosk({ title, at, onClose, children }: KioskProps) {
  const translate = useTranslate()
  const brand = useBrand()
  const theme = useMemo(() => createConsoleTheme('dark', false, brand), [brand])
  const content = useFit()
  return (
    <ThemeProvider theme={theme}>
      <Dialog
        fullScreen
        open
        onClose={onClose}
        slotProps={{ paper: { 'aria-label': title, sx: { bgcolor: 'background.default' } } }}
        sx={{ colorScheme: 'dark' }}
      >
        <Box ref={content} sx={{ p: 3, bgcolor: 'background.default', boxSizing: 'border-box' }}>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, mb: 2 }}>
            <Typography variant="h1" sx={{ flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
              {title}
            </Typography>
            <WallClock at={at} />
            <Button size="small" color="inherit" onClick={onClose}>
              {translate('overview.leaveKiosk')}
            </Button>
          </Box>
          {children}
        </Box>
      </Dialog>
    </ThemeProvider>
  )
}

/**
 * First page in the menu of a space: how it is, and what needs attention. `?kiosk` shows it on a wall screen. Rules, "Overview".
 */
export default function OverviewPage() {
  const translate = useTranslate()
  const isOffered = useCapability(OVERVIEW_CAPABILITY)
  const isPermitted = useKnownPermission('space:overview:read')
  if (!isOffered) return <NotFound />
  if (isPermitted === undefined) return null
  const title = translate('layout.menu.overview')
  return isPermitted ? <Shown title={title} /> : <NotPermitted title={title} />
}

/** The overview for those who may see it, as a page or as a wall screen. */
function Shown({ title }: { title: string }) {
  const translate = useTranslate()
  const [kiosk, setKiosk] = useAddressParameter('kiosk')
  const space = useCurrentSpace()
  const [span, setSpan] = useState<OverviewQuery['hours']>('24')
  const query = useOverview(span)
  const content = { query, span, onSpan: setSpan }
  if (kiosk !== null)
    return (
      <Kiosk title={space?.name ?? title} at={query.dataUpdatedAt} onClose={() => setKiosk(null)}>
        <Content {...content} isKiosk />
      </Kiosk>
    )
  return (
    <>
      <PageHeader
        title={title}
        actions={
          <Button variant="outlined" onClick={() => setKiosk('')}>
            {translate('overview.kiosk')}
          </Button>
        }
      />
      <Content {...content} />
    </>
  )
}
