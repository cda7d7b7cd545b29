import CloseIcon from '@mui/icons-material/Close'
import { Box, Button, IconButton, Typography } from '@mui/material'
import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { HOUR } from '#contract/common/durations'
import { seriesApi } from '#contract/series'
import { formatDateTime, serverNow, useClock, zoneText } from '../../clock'
import { useAnswer } from '../../dataProvider/answers'
import { useAddresses } from '../../dataProvider/SpaceProvider'
import { ChartSkeleton } from '../bars/ChartSkeleton'
import { lazyPart } from '../lazyPart'
import { Loaded } from '../page'
import { AlertMeButton } from './AlertMe'
import type { Named } from './settings/valueActs'
import { useTranslate } from './texts'

const ValueChart = lazyPart(() => import('./chart/ValueChart'))

/** Hours shown in total, and at most after the time of the message. */
const HOURS = { all: 24, later: 12 }
const WIDTH = 500

const SKELETON = <ChartSkeleton height={160} />

/** A period of 24 hours that contains a time and does not extend into the future. */
export function dayAround(at: number, now: number): { after: number; before: number } {
  const before = Math.max(at, Math.min(at + HOURS.later * HOUR, now))
  return { after: before - HOURS.all * HOUR, before }
}

interface ValueHistoryProps extends Named {
  deviceId: string
  /** Undefined while unknown. */
  deviceName?: string | undefined
  unit: string | null
  /** In milliseconds since 1970. */
  at: number
  onClose: () => void
}

/** The history of a value in the hours around a message, with a link to more. */
export default function ValueHistory({
  path,
  label: name,
  deviceId,
  deviceName,
  unit,
  at,
  onClose,
}: ValueHistoryProps) {
  const translate = useTranslate()
  const clock = useClock()
  const addresses = useAddresses()
  const [{ after, before }] = useState(() => dayAround(at, serverNow()))
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.scrollIntoView({ block: 'nearest' }), [])
  const query = useAnswer(seriesApi.points, {
    query: {
      device_id: [deviceId],
      path: [path],
      after: new Date(after).toISOString(),
      before: new Date(before).toISOString(),
      width: WIDTH,
    },
  })
  const points = query.data?.[0]?.points
  const shown = useMemo(
    () => ({ lines: [{ points: points ?? [] }], range: { after, before }, at }),
    [points, after, before, at],
  )
  const more = new URLSearchParams({ tab: 'history', series: path, range: `${after}-${before}` })
  const times = { after: formatDateTime(after, clock), before: formatDateTime(before, clock) }
  return (
    <Box
      ref={place}
      component="section"
      aria-label={translate('series.history.of', { name })}
      sx={{ mt: 2, p: 1.5, border: 1, borderColor: 'divider', borderRadius: 1 }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1 }}>
        <Typography component="h3" variant="subtitle2" title={path} sx={{ flexGrow: 1, minWidth: 0 }} noWrap>
          {translate('series.history.of', { name })}
        </Typography>
        {deviceName !== undefined && (
          <AlertMeButton values={[{ path, label: name, device: { id: deviceId, name: deviceName } }]} />
        )}
        <Button size="small" component={Link} to={`${addresses.record('devices', deviceId)}?${more}`}>
          {translate('series.history.more')}
        </Button>
        <IconButton size="small" aria-label={translate('series.history.close')} onClick={onClose}>
          <CloseIcon fontSize="small" />
        </IconButton>
      </Box>
      <Loaded query={query} outline={SKELETON}>
        {([found]) =>
          found && found.points.length > 0 ? (
            <>
              <Suspense fallback={SKELETON}>
                <ValueChart
                  {...{ shown, path, unit }}
                  is_boolean={found.is_boolean}
                  label={translate('series.history.chart', { name, ...times })}
                />
              </Suspense>
              <Typography variant="caption" color="text.secondary" component="p">
                <span>
                  {translate('series.history.count', { smart_count: found.points.length, ...times })}
                </span>{' '}
                · <span>{zoneText(clock.zone, before)}</span>
              </Typography>
            </>
          ) : (
            <Typography variant="body2">{translate('series.history.empty')}</Typography>
          )
        }
      </Loaded>
    </Box>
  )
}
