import {
  Box,
  Button,
  Link,
  styled,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Tooltip,
  Typography,
  useTheme,
} from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useLocale } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { type Connector, connectorsApi, healthOf } from '#contract/connectors'
import { Loaded, Section, useNow } from '../../../components/page'
import { formatClock, formatSpan } from '../../../components/page/TimeText'
import { useCapability } from '../../../config'
import { useSpaceport } from '../../../dataProvider/queries'
import { useAddresses } from '../../../dataProvider/SpaceProvider'
import { useTranslate } from '../../../i18n/translate'
import { HEALTHS, type Hour, ICONS, LOOKS, lastHours } from './hours'

/** Interval between requests for the statistics, in ms. A hidden page makes none. */
const POLL_INTERVAL = 30_000
/** Time after which another hour may have begun, in ms. */
const REDRAW_EVERY = 60_000

/** The texts of an hour: its time, its health, and its numbers. */
function useHourText() {
  const translate = useTranslate()
  const locale = useLocale()
  return (hour: Hour) => ({
    span: formatSpan(hour.start, hour.end + 1, locale),
    health: translate(`connectors.heatmap.health.${healthOf(hour)}`),
    counts: [
      translate('connectors.heatmap.success', { count: hour.success }),
      translate('connectors.heatmap.failed', { count: hour.failed }),
      ...hour.attempts.map((count, index) =>
        translate('connectors.heatmap.attempt', { number: index + 1, count }),
      ),
    ],
  })
}

// Columns stay wide enough for a finger; a narrow page scrolls the chart.
const Chart = styled('div')(({ theme }) => ({
  display: 'flex',
  gap: 3,
  padding: 4,
  overflowX: 'auto',
  color: theme.palette.text.secondary,
  fontSize: 12,
  lineHeight: 1,
  '& > div': { flex: '1 0 23px' },
  '[data-health]': { display: 'grid', placeItems: 'center', height: 36, borderRadius: 4 },
  small: {
    display: 'flex',
    justifyContent: 'center',
    width: 0,
    margin: '8px auto 0',
    fontSize: 'inherit',
    whiteSpace: 'nowrap',
  },
}))

interface HourCellProps {
  hour: Hour
  /** Address of the hour's deliveries; undefined if the server does not list them. */
  to: string | undefined
  /** Whether Tab stops here. The arrow keys reach the other cells. */
  isStop: boolean
}

/** One hour: its colour, its icon, and a link to its deliveries. */
function HourCell({ hour, to, isStop }: HourCellProps) {
  const { span, health, counts } = useHourText()(hour)
  const kind = healthOf(hour)
  const { ground, sign } = LOOKS[useTheme().palette.mode][kind]
  const Icon = ICONS[kind]
  const props = {
    // The label already contains the tooltip's text.
    'aria-describedby': undefined,
    'aria-label': [span, health, ...counts].join('; '),
    'data-health': kind,
    tabIndex: isStop ? 0 : -1,
    style: { backgroundColor: ground, color: sign },
    children: <Icon sx={{ fontSize: 16 }} />,
  }
  const lines = [health, ...counts].map((line) => <div key={line}>{line}</div>)
  return (
    <Tooltip
      describeChild
      disableInteractive
      title={
        <>
          <strong>{span}</strong>
          {lines}
        </>
      }
    >
      {to === undefined ? <div {...props} role="img" /> : <RouterLink {...props} to={to} />}
    </Tooltip>
  )
}

const STEPS = new Map([
  ['ArrowLeft', -1],
  ['ArrowRight', 1],
  ['Home', Number.NEGATIVE_INFINITY],
  ['End', Number.POSITIVE_INFINITY],
])
/** Hours between two times below the chart. */
const TICK_EVERY = 3

interface HoursProps {
  hours: readonly Hour[]
  linkOf: (hour: Hour) => string | undefined
}

/** The hours side by side. Tab stops at one of them, the arrow keys move on from there. */
function HoursChart({ hours, linkOf }: HoursProps) {
  const translate = useTranslate()
  const locale = useLocale()
  const frame = useRef<HTMLDivElement>(null)
  const [stop, setStop] = useState(hours.length - 1)

  // Starts at the newest hour.
  useEffect(() => {
    frame.current?.scrollTo({ left: frame.current.scrollWidth })
  }, [])

  const move = (event: KeyboardEvent) => {
    const step = STEPS.get(event.key)
    const cells = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-health]')]
    const at = cells.findIndex((cell) => cell === event.target)
    if (step === undefined || at < 0) return
    event.preventDefault()
    const next = Math.min(cells.length - 1, Math.max(0, at + step))
    setStop(next)
    cells[next]?.focus()
  }

  return (
    <Chart ref={frame} role="group" aria-label={translate('connectors.heatmap.title')} onKeyDown={move}>
      {hours.map((hour, index) => (
        <div key={hour.start}>
          <HourCell hour={hour} to={linkOf(hour)} isStop={index === stop} />
          {index % TICK_EVERY === 0 && <small>{formatClock(hour.start, locale)}</small>}
        </div>
      ))}
    </Chart>
  )
}

/** Meaning of the heatmap's colours and icons. */
function Legend() {
  const translate = useTranslate()
  const looks = LOOKS[useTheme().palette.mode]
  return (
    <Box
      component="ul"
      aria-label={translate('connectors.heatmap.legend')}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 3,
        rowGap: 1,
        m: 0,
        mt: 1.5,
        p: 0,
        listStyle: 'none',
        fontSize: '0.875rem',
      }}
    >
      {HEALTHS.map((health) => {
        const { ground, sign } = looks[health]
        const Icon = ICONS[health]
        return (
          <Box component="li" key={health} sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
            <Icon sx={{ fontSize: 16, p: '2px', borderRadius: 0.5, color: sign, bgcolor: ground }} />
            {translate(`connectors.heatmap.health.${health}`)}
          </Box>
        )
      })}
    </Box>
  )
}

const COLUMNS = ['hour', 'state', 'successColumn', 'failedColumn', 'attempts'] as const

/** The heatmap's numbers as a table, newest first, for people who do not see the chart. */
function HoursTable({ hours, linkOf }: HoursProps) {
  const translate = useTranslate()
  const textOf = useHourText()
  return (
    <Box component="details" sx={{ mt: 2 }}>
      <Box component="summary" sx={{ cursor: 'pointer', width: 'fit-content', fontSize: '0.875rem' }}>
        {translate('connectors.heatmap.table')}
      </Box>
      <Box sx={{ overflowX: 'auto' }}>
        <Table size="small" sx={{ whiteSpace: 'nowrap' }} aria-label={translate('connectors.heatmap.title')}>
          <TableHead>
            <TableRow>
              {COLUMNS.map((column) => (
                <TableCell key={column}>{translate(`connectors.heatmap.${column}`)}</TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {hours.toReversed().map((hour) => {
              const { span, health } = textOf(hour)
              const to = linkOf(hour)
              return (
                <TableRow key={hour.start}>
                  <TableCell component="th" scope="row">
                    {to === undefined ? (
                      span
                    ) : (
                      <Link component={RouterLink} to={to}>
                        {span}
                      </Link>
                    )}
                  </TableCell>
                  <TableCell>{health}</TableCell>
                  <TableCell>{hour.success}</TableCell>
                  <TableCell>{hour.failed}</TableCell>
                  <TableCell>{hour.attempts.join(', ') || '–'}</TableCell>
                </TableRow>
              )
            })}
          </TableBody>
        </Table>
      </Box>
    </Box>
  )
}

/** The chart with its legend, and its numbers as a table. */
function Heatmap(props: HoursProps) {
  const translate = useTranslate()
  const isQuiet = props.hours.every(({ success, failed }) => success + failed === 0)
  return (
    <>
      {isQuiet && (
        <Typography color="text.secondary" sx={{ mb: 2 }}>
          {translate('connectors.heatmap.quiet')}
        </Typography>
      )}
      <HoursChart {...props} />
      <Legend />
      <HoursTable {...props} />
    </>
  )
}

/** Deliveries of a connector in the last 24 hours. Spec 1, section 4, "Connector delivery heatmap". */
export function DeliverySection({ connector: { id } }: { connector: Connector }) {
  const translate = useTranslate()
  const listsDeliveries = useCapability(connectorsApi.deliveries.capability)
  const { deliveries } = useAddresses()
  const { getStatistics } = useSpaceport()
  const query = useQuery({
    queryKey: ['connector-statistics', id],
    queryFn: async ({ signal }) => {
      const { summaries } = await getStatistics(id, signal)
      // A denied call resolves with an empty object.
      return { id, summaries: Array.isArray(summaries) ? summaries : [] }
    },
    refetchInterval: POLL_INTERVAL,
  })
  const now = useNow(REDRAW_EVERY)

  const linkOf = ({ start, end }: Hour) =>
    listsDeliveries
      ? deliveries(id, { after: new Date(start).toISOString(), before: new Date(end).toISOString() })
      : undefined
  return (
    <Section
      title={translate('connectors.heatmap.title')}
      actions={
        listsDeliveries && (
          <Button component={RouterLink} to={deliveries(id)}>
            {translate('connectors.heatmap.all')}
          </Button>
        )
      }
    >
      <Loaded query={query}>
        {({ summaries }) => <Heatmap hours={lastHours(summaries, now)} linkOf={linkOf} />}
      </Loaded>
    </Section>
  )
}
