import { Alert, Box, Card, LinearProgress, Stack, Typography } from '@mui/material'
import { Suspense } from 'react'
import { HOUR } from '#contract/common/durations'
import type { GuestView } from '#contract/guestLinks'
import { formatDateTime, formatRelative, serverNow, useClock } from '../../clock'
import { lazyPart } from '../../components/lazyPart'
import { useValueText } from '../../components/series/useValueText'
import { StateText } from '../../components/value/StateText'
import { useConfig } from '../../config'
import { LanguageSwitch, ThemeSwitch } from '../../theme'
import { useTranslate } from './texts'
import { type Points, useGuest } from './useGuest'

const SmallChart = lazyPart(() => import('../../components/series/SmallChart'))

const TONES = { on_time: 'good', late: 'warning', silent: 'bad', never: 'none' } as const
const isState = (state: string | null): state is keyof typeof TONES => state !== null && state in TONES

/** Name and state of the device. */
function Head({ view: { name, state, last_seen } }: { view: GuestView }) {
  const translate = useTranslate()
  const clock = useClock()
  return (
    <Box sx={{ mb: 3 }}>
      <Typography component="h1" variant="h1" sx={{ overflowWrap: 'anywhere' }}>
        {name}
      </Typography>
      <Typography color="text.secondary" sx={{ mt: 1 }}>
        {isState(state) && <StateText tone={TONES[state]}>{translate(`guest.states.${state}`)}</StateText>}
        {last_seen && (
          <span>{` ${translate('guest.lastSeen', { time: formatRelative(Date.parse(last_seen), serverNow(), clock) })}`}</span>
        )}
      </Typography>
    </Box>
  )
}

interface ValueProps {
  value: GuestView['values'][number]
  points: Points | undefined
  hours: number | null
}

/** The last value of a series, and its history if the link shows one. */
function Value({ value, points, hours }: ValueProps) {
  const translate = useTranslate()
  const clock = useClock()
  const textOf = useValueText()
  const { path, label, unit, is_boolean, last_at, last_value } = value
  const before = serverNow()
  const after = before - (hours ?? 0) * HOUR
  const times = { after: formatDateTime(after, clock), before: formatDateTime(before, clock) }
  return (
    <Card component="section" variant="outlined" aria-label={label} sx={{ p: 2, minWidth: 0 }}>
      <Typography component="h2" variant="subtitle2" sx={{ overflowWrap: 'anywhere' }}>
        {label}
      </Typography>
      <Typography sx={{ fontSize: '1.5rem', fontWeight: 600 }}>{textOf(last_value, value)}</Typography>
      <Typography variant="body2" color="text.secondary">
        {translate('guest.at', { time: formatDateTime(Date.parse(last_at), clock) })}
      </Typography>
      {hours !== null && points && points.points.length === 0 && (
        <Typography variant="body2" sx={{ mt: 1 }}>
          {translate('guest.noneInTime')}
        </Typography>
      )}
      {hours !== null && points && points.points.length > 0 && (
        <Suspense>
          <SmallChart
            {...{ path, unit, is_boolean, after, before }}
            points={points.points}
            label={translate('guest.chart', { name: label, ...times })}
          />
        </Suspense>
      )}
    </Card>
  )
}

function Shown({ view, points }: { view: GuestView; points: readonly Points[] }) {
  const translate = useTranslate()
  const clock = useClock()
  return (
    <>
      <Head view={view} />
      {view.values.length === 0 && <Typography>{translate('guest.none')}</Typography>}
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: view.hours === null ? 'repeat(auto-fill, minmax(220px, 1fr))' : 'minmax(0, 1fr)',
        }}
      >
        {view.values.map((value) => (
          <Value
            key={value.path}
            value={value}
            points={points.find(({ path }) => path === value.path)}
            hours={view.hours}
          />
        ))}
      </Box>
      <Typography variant="body2" color="text.secondary" sx={{ mt: 3 }}>
        {translate('guest.until', { time: formatDateTime(Date.parse(view.ends_at), clock) })}
      </Typography>
    </>
  )
}

/** What a guest link shows, to anybody who has it. Rules, "Guest links". */
export default function GuestPage() {
  const translate = useTranslate()
  const { productName, logo } = useConfig()
  const { view, points, failure } = useGuest()
  return (
    <Box sx={{ minHeight: '100dvh', display: 'flex', flexDirection: 'column' }}>
      <title>{`${view?.name ?? translate('guest.title')} – ${productName}`}</title>
      <Stack component="header" direction="row" spacing={1} sx={{ p: 2, alignItems: 'center' }}>
        <img src={logo} alt="" width={28} height={28} />
        <Typography component="span" sx={{ fontWeight: 600, flexGrow: 1 }}>
          {productName}
        </Typography>
        <LanguageSwitch />
        <ThemeSwitch />
      </Stack>
      <Box component="main" sx={{ flexGrow: 1, width: '100%', maxWidth: 960, mx: 'auto', p: { xs: 2, sm: 3 } }}>
        {failure === 'gone' && (
          <>
            <Typography component="h1" variant="h1" sx={{ mb: 3 }}>
              {translate('guest.title')}
            </Typography>
            <Alert severity="info">{translate('guest.gone')}</Alert>
          </>
        )}
        {failure !== 'gone' && failure !== null && (
          <Alert severity="warning" sx={{ mb: 2 }}>
            {failure}
          </Alert>
        )}
        {!view && failure === null && <LinearProgress aria-label={translate('common.loading')} />}
        {view && failure !== 'gone' && <Shown view={view} points={points} />}
      </Box>
    </Box>
  )
}
