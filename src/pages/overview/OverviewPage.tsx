import { Box, Button, Link, styled, Typography } from '@mui/material'
import { useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import type { Overview, OverviewQuery } from '#contract/overview'
import { OVERVIEW_CAPABILITY } from '#contract/overview/capability'
import { formatRelative, serverTimeOf, useClock } from '../../clock'
import {
  ActionAlert,
  Loaded,
  NotFound,
  Outline,
  PageHeader,
  Section,
  useAddressParameter,
  useNow,
} from '../../components/page'
import NotPermitted from '../../components/page/NotPermitted'
import { useCapability } from '../../config'
import { useCurrentSpace, useKnownPermission } from '../../dataProvider/account'
import { useAddresses } from '../../dataProvider/SpaceProvider'
import { AttentionSection } from './AttentionSection'
import { HoursOutline, HoursSection } from './HoursSection'
import { Kiosk, useRoom } from './Kiosk'
import { States, StatesOutline } from './States'
import { useTranslate } from './texts'
import { useOverview } from './useOverview'
import { DeliveriesSection, FirmwareSection } from './WorkSections'

const REDRAW_EVERY = 15_000

/** Says that the data is old, and offers a reload. */
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

/** Replaces the states in a space without devices. */
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

/** Puts the attention list beside the rest if there is room: a wall screen has no menu. */
const Columns = styled('div', { shouldForwardProp: (name) => name !== 'isKiosk' })<{ isKiosk: boolean }>(
  ({ theme, isKiosk }) => ({
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    [isKiosk ? `${theme.breakpoints.up('md')} and (orientation: landscape)` : theme.breakpoints.up('lg')]: {
      gridTemplateColumns: 'minmax(0, 3fr) minmax(0, 2fr)',
    },
    columnGap: theme.spacing(3),
    alignItems: 'start',
  }),
)

/** Placeholder while the page loads. */
function ContentOutline({ isKiosk }: { isKiosk: boolean }) {
  const translate = useTranslate()
  return (
    <output aria-label={translate('common.loading')}>
      <div aria-hidden>
        <StatesOutline />
        <Columns isKiosk={isKiosk}>
          <Section title={translate('overview.attention.title')}>
            <Outline />
          </Section>
          <HoursOutline />
        </Columns>
      </div>
    </output>
  )
}

interface ContentProps {
  query: ReturnType<typeof useOverview>
  span: OverviewQuery['hours']
  onSpan: (span: OverviewQuery['hours']) => void
}

/** Content of the page. */
function Content({ query, span, onSpan }: ContentProps) {
  const isKiosk = useRoom() !== undefined
  const { isRefetchError, dataUpdatedAt, refetch } = query
  return (
    <Loaded query={query} outline={<ContentOutline isKiosk={isKiosk} />}>
      {(overview) => (
        <>
          {isRefetchError && <Stale at={dataUpdatedAt} onRetry={() => void refetch()} />}
          {hasDevices(overview) ? <States states={overview.states} /> : <NoDevices />}
          <Columns isKiosk={isKiosk}>
            <AttentionSection attention={overview.attention} />
            <div>
              {overview.hours && <HoursSection hours={overview.hours} span={span} onSpan={onSpan} />}
              <DeliveriesSection deliveries={overview.deliveries} />
              <FirmwareSection firmware={overview.firmware} />
            </div>
          </Columns>
        </>
      )}
    </Loaded>
  )
}

/**
 * First page of a space: its state, and lines that need attention. `?kiosk` shows it on a wall screen. Rules,
 * "Overview".
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

/** The overview for people who may see it, as a page or wall screen. */
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
        <Content {...content} />
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
