import { Box, Button, Dialog, Link, styled, ThemeProvider, Typography } from '@mui/material'
import { type ReactNode, useMemo, useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import type { Overview, OverviewQuery } from '#contract/overview'
import { OVERVIEW_CAPABILITY } from '#contract/overview/capability'
import { formatRelative, serverTimeOf, useClock } from '../../clock'
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

/** Everything of the page but its frame. */
function Content({ isKiosk }: { isKiosk: boolean }) {
  const [span, setSpan] = useState<OverviewQuery['hours']>('24')
  const query = useOverview(span)
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
                <HoursSection hours={overview.hours} span={span} onSpan={setSpan} isKiosk={isKiosk} />
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

/** How much larger a wall screen shows everything. */
const ZOOM = { xs: 1, md: 1.2, lg: 1.35, xl: 1.6 }

/** A wall screen: nothing but the overview, dark and large. Escape leads back. */
function Kiosk({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const translate = useTranslate()
  const brand = useBrand()
  const theme = useMemo(() => createConsoleTheme('dark', false, brand), [brand])
  return (
    <ThemeProvider theme={theme}>
      <Dialog
        fullScreen
        open
        onClose={onClose}
        slotProps={{ paper: { 'aria-label': title } }}
        sx={{ colorScheme: 'dark' }}
      >
        <Box
          sx={{ zoom: ZOOM, minHeight: '100%', p: 3, bgcolor: 'background.default', boxSizing: 'border-box' }}
        >
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, mb: 3 }}>
            <Typography variant="h1" sx={{ flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
              {title}
            </Typography>
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
  const [kiosk, setKiosk] = useAddressParameter('kiosk')
  const space = useCurrentSpace()
  if (!isOffered) return <NotFound />
  if (isPermitted === undefined) return null
  const title = translate('layout.menu.overview')
  if (!isPermitted) return <NotPermitted title={title} />
  if (kiosk !== null)
    return (
      <Kiosk title={space?.name ?? title} onClose={() => setKiosk(null)}>
        <Content isKiosk />
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
      <Content isKiosk={false} />
    </>
  )
}
