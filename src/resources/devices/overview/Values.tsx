import FallsIcon from '@mui/icons-material/TrendingDown'
import SteadyIcon from '@mui/icons-material/TrendingFlat'
import RisesIcon from '@mui/icons-material/TrendingUp'
import { Box, styled, Typography } from '@mui/material'
import { Link } from 'react-router-dom'
import type { Device } from '#contract/devices'
import type { LatestValue, Series } from '#contract/series'
import { serverTimeOf } from '../../../clock'
import { Loaded, Outline, RelativeTime, Section } from '../../../components/page'
import { AlertMeIcon } from '../../../components/series/AlertMe'
import { SeriesName } from '../../../components/series/SeriesName'
import { Sparkline } from '../../../components/series/Sparkline'
import { useTranslate as useSeriesTranslate } from '../../../components/series/texts'
import { mainSeries, useLatest, useSeries } from '../../../components/series/useSeries'
import { useValueText } from '../../../components/series/useValueText'
import { useAddresses } from '../../../dataProvider/SpaceProvider'
import { useTranslate } from '../history/texts'
import { trendOf } from './trend'

const Tiles = styled('ul')(({ theme }) => ({
  display: 'grid',
  // Two beside each other on a phone.
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(180px, (100% - 12px) / 2), 1fr))',
  gap: 12,
  margin: 0,
  padding: 0,
  listStyle: 'none',
  'li > a:first-of-type': {
    display: 'flex',
    flexDirection: 'column',
    gap: 2,
    height: '100%',
    padding: theme.spacing(1.5),
    border: `1px solid ${theme.palette.divider}`,
    borderRadius: theme.shape.borderRadius,
    color: 'inherit',
    textDecoration: 'none',
    '&:hover': { backgroundColor: theme.palette.action.hover },
    '&:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: 2 },
  },
}))

const ICONS = { rises: RisesIcon, falls: FallsIcon, steady: SteadyIcon }

function Trend({ points }: Pick<LatestValue, 'points'>) {
  const translate = useSeriesTranslate()
  const trend = trendOf(points)
  if (trend === null) return null
  const Icon = ICONS[trend]
  return <Icon fontSize="small" color="action" titleAccess={translate(`series.${trend}`)} />
}

interface TileProps {
  device: Device
  series: Series
  /** Undefined while it loads. */
  latest: LatestValue | undefined
  /** Time at the right edge of its line, in milliseconds since 1970. */
  now: number
}

/** The last value with its course over 24 hours. It links to its history. */
function Tile({ device, series, latest, now }: TileProps) {
  const translate = useTranslate()
  const valueText = useValueText()
  const history = new URLSearchParams({ tab: 'history', series: series.path })
  return (
    <Box component="li" sx={{ position: 'relative' }}>
      <Link
        to={`${useAddresses().record('devices', device.id)}?${history}`}
        title={translate('devices.history.values.overview.history', { label: series.label })}
      >
        {/* Leaves room for the icon. */}
        <Typography variant="body2" sx={{ pr: 3 }}>
          <SeriesName {...series} />
        </Typography>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, typography: 'h2', minWidth: 0 }}>
          <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' }}>
            {valueText(series.last_value, series)}
          </Box>
          {latest && !series.is_boolean && <Trend points={latest.points} />}
        </Box>
        <Box sx={{ height: 32, mt: 'auto', mx: -1.5 }}>
          {latest && <Sparkline points={latest.points} before={now} height={32} />}
        </Box>
        <Typography variant="caption" color="text.secondary">
          <RelativeTime value={series.last_at} />
        </Typography>
      </Link>
      <Box className="no-print" sx={{ position: 'absolute', top: 4, right: 4 }}>
        <AlertMeIcon
          value={{ path: series.path, label: series.label, isBoolean: series.is_boolean, device }}
        />
      </Box>
    </Box>
  )
}

function ValueTiles({ device, series }: { device: Device; series: readonly Series[] }) {
  const translate = useTranslate()
  const shown = mainSeries(series)
  const paths = shown.map(({ path }) => path)
  const ids = [device.id]
  const { data, dataUpdatedAt } = useLatest(ids, paths)
  if (shown.length === 0) return <Typography>{translate('devices.history.values.overview.none')}</Typography>
  return (
    <Tiles>
      {shown.map((one) => (
        <Tile
          key={one.path}
          device={device}
          series={one}
          latest={data?.find(({ path }) => path === one.path)}
          now={serverTimeOf(dataUpdatedAt)}
        />
      ))}
    </Tiles>
  )
}

/** Last values of a device. */
export default function Values({ device }: { device: Device }) {
  const translate = useTranslate()
  const query = useSeries(device.id)
  return (
    <Section title={translate('devices.history.values.overview.values')}>
      <Loaded query={query} outline={<Outline height={136} />}>
        {(series) => <ValueTiles device={device} series={series} />}
      </Loaded>
    </Section>
  )
}
