import {
  Box,
  Button,
  Link,
  Skeleton,
  styled,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
  useTheme,
} from '@mui/material'
import { Suspense, useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { type Connector, connectorsApi, healthOf } from '#contract/connectors'
import { ChartSkeleton } from '../../../components/bars/ChartSkeleton'
import { lazyPart, PartFrame } from '../../../components/lazyPart'
import { Loaded, Section, useNow } from '../../../components/page'
import { Disclosure } from '../../../components/page/Disclosure'
import { msg as word } from '../../../components/words/texts'
import { useCapability } from '../../../config'
import { useAnswer } from '../../../dataProvider/answers'
import { useAddresses } from '../../../dataProvider/SpaceProvider'
import { useNumberText } from '../../../numbers'
import { LastFailures } from '../deliveries/LastFailures'
import { useTranslate } from '../texts'
import {
  HEALTHS,
  HEIGHT,
  HELD_ICONS,
  HELDS,
  type Hour,
  type HoursProps,
  ICONS,
  LOOKS,
  lastHours,
  TWO_ROWS_BELOW,
  useHourText,
} from './hours'

const HeatmapChart = lazyPart(() => import('./HeatmapChart'))

/** Placeholder of the chart. */
const SKELETON = <ChartSkeleton height={HEIGHT.one} axes={{ left: 0, below: 24 }} />

/** Milliseconds between two polls of the statistics; a hidden page does not poll. */
const POLL_INTERVAL = 30_000
/** Milliseconds after which a new hour may have begun. */
const REDRAW_EVERY = 60_000

const SAMPLE = { width: 16, height: 16, fontSize: 16, p: '2px', borderRadius: 0.5 } as const

/** Meaning of the heatmap's colours and icons. States that held the connector back are listed if they occurred. */
function Legend({ hours }: Pick<HoursProps, 'hours'>) {
  const translate = useTranslate()
  const looks = LOOKS[useTheme().palette.mode]
  const states = new Set(hours.flatMap(({ held }) => held.map(({ state }) => state)))
  const { ground, sign } = looks.none
  const items = [
    ...HEALTHS.map((health) => {
      const Icon = ICONS[health]
      const { ground, sign } = looks[health]
      return {
        key: health,
        sample: <Icon sx={{ ...SAMPLE, color: sign, bgcolor: ground }} />,
        text: translate(`connectors.heatmap.health.${health}`),
      }
    }),
    ...HELDS.filter((state) => states.has(state)).map((state) => {
      const Icon = HELD_ICONS[state]
      return {
        key: state,
        sample: (
          <Icon
            sx={{ ...SAMPLE, color: sign, bgcolor: ground, boxShadow: `inset 0 -3px ${sign}`, pb: '4px' }}
          />
        ),
        text: translate(
          state === 'off' ? word('words.connector.disabled') : word(`words.connector.states.${state}`),
        ),
      }
    }),
    ...(hours.some((hour) => hour.held.length > 0 && healthOf(hour) !== 'none')
      ? [
          {
            key: 'besides',
            sample: <Box sx={{ width: 16, borderBottom: `4px solid ${sign}`, borderRadius: 0.5 }} />,
            text: translate('connectors.heatmap.held.besides'),
          },
        ]
      : []),
  ]
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
      {items.map(({ key, sample, text }) => (
        <Box component="li" key={key} sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          {sample}
          {text}
        </Box>
      ))}
    </Box>
  )
}

const COLUMNS = ['hour', 'state', 'successColumn', 'failedColumn', 'attempts'] as const

/** Numbers of the heatmap as a table, newest first, for people who do not see the chart. */
function HoursTable({ hours, linkOf }: HoursProps) {
  const translate = useTranslate()
  const textOf = useHourText()
  const isHeld = hours.some(({ held }) => held.length > 0)
  return (
    <Disclosure label={translate('connectors.heatmap.table')}>
      <Box sx={{ overflowX: 'auto' }}>
        <Table size="small" sx={{ whiteSpace: 'nowrap' }} aria-label={translate('connectors.heatmap.title')}>
          <TableHead>
            <TableRow>
              {COLUMNS.map((column) => (
                <TableCell key={column}>{translate(`connectors.heatmap.${column}`)}</TableCell>
              ))}
              {isHeld && <TableCell>{translate('connectors.heatmap.held.column')}</TableCell>}
            </TableRow>
          </TableHead>
          <TableBody>
            {hours.toReversed().map((hour) => {
              const { span, health, held } = textOf(hour)
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
                  {isHeld && <TableCell>{held.join('; ') || '–'}</TableCell>}
                </TableRow>
              )
            })}
          </TableBody>
        </Table>
      </Box>
    </Disclosure>
  )
}

/** Number of successful and failed attempts, in words. */
function Sum({ hours }: Pick<HoursProps, 'hours'>) {
  const translate = useTranslate()
  const number = useNumberText()
  const sum = (what: 'success' | 'failed') => hours.reduce((all, hour) => all + hour[what], 0)
  const [success, failed] = [sum('success'), sum('failed')]
  return (
    <span>
      {success + failed === 0
        ? translate('connectors.heatmap.quiet')
        : translate('connectors.heatmap.sum', { success: number(success), failed: number(failed) })}
    </span>
  )
}

/** Reserves the height of the chart before its width is known. */
const Room = styled('div')({
  containerType: 'inline-size',
  '& > *': { height: HEIGHT.one },
  [`@container (max-width: ${TWO_ROWS_BELOW - 1}px)`]: { '& > *': { height: 2 * HEIGHT.two } },
})

/** The chart with its legend, and its numbers as a table. The frame shows before the numbers load. */
function Heatmap({ hours, linkOf }: Pick<HoursProps, 'linkOf'> & { hours: HoursProps['hours'] | undefined }) {
  const [failed, setFailed] = useState(false)
  return (
    <>
      <Typography variant="body2" color="text.secondary" sx={{ mb: 1.5 }}>
        {hours ? <Sum hours={hours} /> : <Skeleton width={200} />}
      </Typography>
      {!failed && (
        <Room>
          {hours ? (
            <PartFrame onClose={() => setFailed(true)}>
              <Suspense fallback={SKELETON}>
                <HeatmapChart hours={hours} linkOf={linkOf} />
              </Suspense>
            </PartFrame>
          ) : (
            SKELETON
          )}
        </Room>
      )}
      <Legend hours={hours ?? []} />
      <HoursTable hours={hours ?? []} linkOf={linkOf} />
    </>
  )
}

/** Deliveries of a connector by hour, polled. */
const useStatistics = (connectorId: string) =>
  useAnswer(connectorsApi.statistics, { params: { connectorId }, refetchInterval: POLL_INTERVAL })

/** The heatmap, with the failures beside it if there is room. Neither moves the content below when it loads. */
const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(3),
  gridTemplateColumns: 'minmax(0, 1fr)',
  [theme.breakpoints.up('lg')]: {
    gridTemplateColumns: 'minmax(0, 1fr) 376px',
    columnGap: theme.spacing(5),
    // Three failures of two lines each.
    minHeight: 184,
  },
}))

/** Deliveries of a connector in the last 24 hours. Rules, "Delivery heatmap". */
export function DeliverySection({ connector }: { connector: Connector }) {
  const { id } = connector
  const translate = useTranslate()
  const listsDeliveries = useCapability(connectorsApi.deliveries.capability)
  const { deliveries } = useAddresses()
  const query = useStatistics(id)
  const now = useNow(REDRAW_EVERY)

  // An hour with failures links to them, because most of its deliveries may have succeeded.
  const linkOf = ({ start, end, failed }: Hour) =>
    listsDeliveries
      ? deliveries(id, {
          after: new Date(start).toISOString(),
          before: new Date(end).toISOString(),
          ...(failed > 0 && { outcome: 'failed' }),
        })
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
      <Columns>
        <Box sx={{ minWidth: 0 }}>
          {query.isPending ? (
            <Heatmap hours={undefined} linkOf={linkOf} />
          ) : (
            <Loaded query={query}>
              {({ summaries }) => <Heatmap hours={lastHours(summaries, now)} linkOf={linkOf} />}
            </Loaded>
          )}
        </Box>
        {listsDeliveries && <LastFailures connector={connector} />}
      </Columns>
    </Section>
  )
}
