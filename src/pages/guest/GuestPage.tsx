import { Alert, Box, Card, LinearProgress, Typography } from '@mui/material'
import { Suspense, useMemo } from 'react'
import { HOUR } from '#contract/common/durations'
import { deviceStateSchema } from '#contract/devices'
import type { GuestPoints, GuestView } from '#contract/guestLinks'
import { formatDateTime, useClock } from '../../clock'
import { ChartSkeleton } from '../../components/bars/ChartSkeleton'
import { useTranslate as useContactTranslate } from '../../components/contact/texts'
import { STATE_TONES } from '../../components/contact/words'
import { lazyPart } from '../../components/lazyPart'
import { PublicHeader } from '../../components/PublicHeader'
import { useValueText } from '../../components/series/useValueText'
import { StateText } from '../../components/value/StateText'
import { RelativeTime } from '../../components/value/TimeText'
import { useConfig } from '../../config'
import { useTranslateText } from '../../i18n'
import { useTranslate } from './texts'
import { type Shared, useGuest, useGuestToken } from './useGuest'

const ValueChart = lazyPart(() => import('../../components/series/chart/ValueChart'))

const CHART_HEIGHT = 240
const SKELETON = <ChartSkeleton height={CHART_HEIGHT} />

/** Name and state of the device. */
function Head({ view: { name, state, last_seen } }: { view: GuestView }) {
  const translate = useTranslate()
  const contactTranslate = useContactTranslate()
  const known = deviceStateSchema.safeParse(state).data
  return (
    <Box sx={{ mb: 3 }}>
      <Typography component="h1" variant="h1" sx={{ overflowWrap: 'anywhere' }}>
        {name}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, mt: 1, color: 'text.secondary' }}>
        {known && (
          <StateText tone={STATE_TONES[known]}>{contactTranslate(`contact.states.${known}`)}</StateText>
        )}
        {last_seen && (
          <span>
            <span>{translate('guest.seen')}</span> <RelativeTime value={last_seen} />
          </span>
        )}
      </Box>
    </Box>
  )
}

interface HistoryProps {
  value: GuestView['values'][number]
  points: GuestPoints['points']
  hours: number
  /** The right edge, in milliseconds since 1970. */
  at: number
}

function History({ value: { path, label, unit, is_boolean }, points, hours, at }: HistoryProps) {
  const translate = useTranslate()
  const clock = useClock()
  const range = useMemo(() => ({ after: at - hours * HOUR, before: at }), [at, hours])
  const shown = useMemo(() => ({ lines: [{ points }], range }), [points, range])
  const times = {
    after: formatDateTime(range.after, clock),
    before: formatDateTime(range.before, clock),
  }
  if (points.length === 0) return <Typography sx={{ mt: 1 }}>{translate('guest.noneInTime')}</Typography>
  return (
    <Box sx={{ mt: 1 }}>
      <Suspense fallback={SKELETON}>
        <ValueChart
          {...{ shown, path, unit, is_boolean }}
          height={CHART_HEIGHT}
          label={translate('guest.chart', { name: label, ...times })}
        />
      </Suspense>
      <Typography variant="caption" color="text.secondary" component="p">
        {translate('guest.span', times)}
      </Typography>
    </Box>
  )
}

interface ValueProps {
  value: GuestView['values'][number]
  shared: Shared
}

/** The last value of a series, and its history if the link shows one. */
function Value({ value, shared: { view, points, at } }: ValueProps) {
  const textOf = useValueText()
  const { path, label, last_at, last_value } = value
  return (
    <Card component="section" variant="outlined" aria-label={label} sx={{ p: 2, minWidth: 0 }}>
      <Typography component="h2" variant="subtitle2" sx={{ overflowWrap: 'anywhere' }}>
        {label}
      </Typography>
      <Typography sx={{ fontSize: '1.5rem', fontWeight: 600 }}>{textOf(last_value, value)}</Typography>
      <Typography variant="body2" color="text.secondary" component="div">
        <RelativeTime value={last_at} />
      </Typography>
      {view.hours !== null && (
        <History
          {...{ value, at }}
          hours={view.hours}
          points={points.find((one) => one.path === path)?.points ?? []}
        />
      )}
    </Card>
  )
}

function Everything({ shared }: { shared: Shared }) {
  const translate = useTranslate()
  const clock = useClock()
  const { view } = shared
  return (
    <>
      <Head view={view} />
      {view.values.length === 0 && <Typography>{translate('guest.none')}</Typography>}
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns:
            view.hours === null ? 'repeat(auto-fill, minmax(min(220px, 100%), 1fr))' : 'minmax(0, 1fr)',
        }}
      >
        {view.values.map((value) => (
          <Value key={value.path} {...{ value, shared }} />
        ))}
      </Box>
      <Typography variant="body2" color="text.secondary" sx={{ mt: 3 }}>
        {translate('guest.until', { time: formatDateTime(Date.parse(view.ends_at), clock) })}
      </Typography>
    </>
  )
}

/** The page of a link that shows nothing any more. */
function Gone() {
  const translate = useTranslate()
  return (
    <>
      <Typography component="h1" variant="h1" sx={{ mb: 3 }}>
        {translate('guest.title')}
      </Typography>
      <Alert severity="info">{translate('guest.gone')}</Alert>
    </>
  )
}

function OfToken({ token }: { token: string }) {
  const translate = useTranslate()
  const translateText = useTranslateText()
  const { productName } = useConfig()
  const { shared, failure } = useGuest(token)
  return (
    <Box component="main" sx={{ width: '100%', maxWidth: 960, mx: 'auto', p: { xs: 2, sm: 3 } }}>
      <title>{`${shared?.view.name ?? translate('guest.title')} – ${productName}`}</title>
      <meta name="robots" content="noindex" />
      {failure === 'gone' && <Gone />}
      {failure !== null && failure !== 'gone' && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {translateText(failure)}
        </Alert>
      )}
      {!shared && failure === null && <LinearProgress aria-label={translate('common.loading')} />}
      {shared && <Everything shared={shared} />}
    </Box>
  )
}

/** What a guest link shows, to anybody who has it. Rules, "Guest links". */
export default function GuestPage() {
  const token = useGuestToken()
  return (
    <Box sx={{ minHeight: '100dvh' }}>
      <PublicHeader />
      <OfToken key={token} token={token} />
    </Box>
  )
}
