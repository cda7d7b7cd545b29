import {
  Box,
  Link,
  styled,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material'
import { type KeyboardEvent, useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import type { Trial } from '#contract/alerts'
import { SERIES_CAPABILITY } from '#contract/series/capability'
import { formatDateTime, formatDay, useClock } from '../../../clock'
import {
  deliveriesAddress,
  episodesOfPreview,
  historyAddress,
  messagesAddress,
  type SubjectEpisode,
} from '../../../components/alerts/episodes'
import { useValueWords } from '../../../components/alerts/Sentence'
import { lastingText } from '../../../components/alerts/sentence'
import { msg as alertsMsg, useTranslate as useAlertsTranslate } from '../../../components/alerts/texts'
import { Disclosure } from '../../../components/page/Disclosure'
import { useCapability } from '../../../config'
import { useAddresses } from '../../../dataProvider/SpaceProvider'
import { useTranslate } from '../texts'

/** Parts of the axis, each with a date. */
const PARTS = 5

const Bar = styled(RouterLink)(({ theme }) => ({
  position: 'absolute',
  top: 6,
  height: 12,
  minWidth: 5,
  borderRadius: 2,
  backgroundColor: theme.palette.error.main,
  '&:hover': { backgroundColor: theme.palette.error.dark },
  '&:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: 2, zIndex: 1 },
  // Larger target than its drawing.
  '&::after': { content: '""', position: 'absolute', inset: '-6px -2px' },
}))

const Track = styled('div')(({ theme }) => ({
  position: 'relative',
  height: 24,
  borderBottom: `1px solid ${theme.palette.divider}`,
}))

/** A row for each device or connector, with its name before it; on a phone above it. */
const Row = styled('li')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '160px minmax(0, 1fr)',
  alignItems: 'center',
  columnGap: theme.spacing(1.5),
  [theme.breakpoints.down('sm')]: { gridTemplateColumns: 'minmax(0, 1fr)' },
}))

/** Text, position and address of an alert in a preview. */
function useBars({ after, before }: Pick<Trial, 'after' | 'before'>) {
  const translate = useTranslate()
  const alertsTranslate = useAlertsTranslate()
  const clock = useClock()
  const value = useValueWords()
  const addresses = useAddresses()
  const hasHistory = useCapability(SERIES_CAPABILITY)
  const [start, end] = [Date.parse(after), Date.parse(before)]
  const part = (time: number) => (100 * (Math.min(Math.max(time, start), end) - start)) / (end - start)
  const placeOf = (episode: SubjectEpisode) => {
    if (episode.resource === 'connectors') return deliveriesAddress(addresses, episode, end)
    return hasHistory ? historyAddress(addresses, episode, end) : messagesAddress(addresses, episode, end)
  }
  return (episode: SubjectEpisode) => {
    const { name, since, ended_at, path, worst } = episode
    const [from, until] = [Date.parse(since), ended_at === null ? end : Date.parse(ended_at)]
    const span = lastingText(until - from, alertsTranslate)
    const worstText = worst === null || path === null ? null : value(path).text(worst)
    const times = { name, since: formatDateTime(from, clock), span }
    const bar = translate(
      ended_at === null ? 'alert-rules.preview.barOpen' : 'alert-rules.preview.bar',
      times,
    )
    return {
      episode,
      since: times.since,
      span,
      worst: worstText,
      label: worstText === null ? bar : translate('alert-rules.preview.barWorst', { bar, worst: worstText }),
      to: placeOf(episode),
      place: { left: `${part(from)}%`, width: `${part(until) - part(from)}%` },
    }
  }
}
type BarOf = ReturnType<ReturnType<typeof useBars>>

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }

/** One bar is a tab stop; arrow keys move to the others. */
function useBarKeys() {
  const [current, setCurrent] = useState(0)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const bars = [...event.currentTarget.querySelectorAll('a')]
    const from = bars.findIndex((bar) => bar === document.activeElement)
    const to =
      event.key === 'Home' ? 0 : event.key === 'End' ? bars.length - 1 : from + (STEPS[event.key] ?? 0)
    const next = bars[to]
    if (from < 0 || to === from || !next) return
    event.preventDefault()
    next.focus()
    setCurrent(to)
  }
  return { current, onKeyDown }
}

/** Dates below the rows. */
function Axis({ after, before }: Pick<Trial, 'after' | 'before'>) {
  const clock = useClock()
  const [start, end] = [Date.parse(after), Date.parse(before)]
  const times = Array.from({ length: PARTS + 1 }, (_, place) => start + (place * (end - start)) / PARTS)
  return (
    <Row as="div" aria-hidden>
      <Box sx={{ display: { xs: 'none', sm: 'block' } }} />
      <Box sx={{ display: 'flex', justifyContent: 'space-between', mt: 0.5 }}>
        {times.map((time) => (
          <Typography key={time} variant="caption" color="text.secondary">
            {formatDay(time, clock)}
          </Typography>
        ))}
      </Box>
    </Row>
  )
}

/** The alerts as a table. */
function AlertTable({ bars }: { bars: readonly BarOf[] }) {
  const translate = useTranslate()
  const ofConnectors = bars.some(({ episode }) => episode.resource === 'connectors')
  const heads = ofConnectors
    ? (['alerts.connectorName', 'alerts.since', 'alerts.lasted'] as const)
    : (['alerts.device', 'alerts.since', 'alerts.lasted', 'alerts.worst'] as const)
  return (
    <Disclosure label={translate('alert-rules.preview.table')}>
      <Box sx={{ overflow: 'auto', maxHeight: 320 }}>
        <Table size="small" sx={{ td: { fontVariantNumeric: 'tabular-nums' } }}>
          <TableHead>
            <TableRow>
              {heads.map((head) => (
                <TableCell key={head}>{translate(alertsMsg(head))}</TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {bars.map(({ episode, since, span, worst, to }) => (
              <TableRow key={`${episode.id} ${episode.path} ${episode.since}`}>
                <TableCell component="th" scope="row">
                  <Link component={RouterLink} to={to}>
                    {episode.name}
                  </Link>
                </TableCell>
                <TableCell>{since}</TableCell>
                <TableCell>{span}</TableCell>
                {!ofConnectors && <TableCell>{worst}</TableCell>}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Box>
    </Disclosure>
  )
}

/** The bars by device or connector, the newest first, each with its index among all. */
function rowsOf(bars: readonly BarOf[]) {
  const byId = new Map<string, BarOf[]>()
  for (const bar of bars) {
    const { id } = bar.episode
    byId.set(id, [...(byId.get(id) ?? []), bar])
  }
  let place = 0
  return Array.from(byId, ([id, own]) => ({
    id,
    bars: own
      .toSorted((a, b) => (a.episode.since < b.episode.since ? -1 : 1))
      .map((bar) => ({ bar, place: place++ })),
  }))
}

/** Alerts of a preview: a row for each device or connector, and a bar for each alert, linked to the data of its time. */
export function Timeline({ preview }: { preview: Trial }) {
  const translate = useTranslate()
  const bars = episodesOfPreview(preview).map(useBars(preview))
  const { current, onKeyDown } = useBarKeys()
  const stop = Math.min(current, bars.length - 1)
  const of = preview.connectors.length > 0 ? 'timelineOfConnectors' : 'timeline'
  const label = `${translate(`alert-rules.preview.${of}`)}. ${translate('alert-rules.preview.timelineHint')}`
  return (
    <Box sx={{ mt: 1.5 }}>
      <Box
        component="ul"
        aria-label={label}
        onKeyDown={onKeyDown}
        sx={{ m: 0, p: 0.5, listStyle: 'none', maxHeight: 320, overflow: 'auto' }}
      >
        {rowsOf(bars).map(({ id, bars: own }) => (
          <Row key={id}>
            <Typography variant="body2" noWrap>
              {own[0]?.bar.episode.name}
            </Typography>
            <Track>
              {own.map(({ bar, place }) => (
                <Bar
                  key={`${bar.episode.path} ${bar.episode.since}`}
                  to={bar.to}
                  aria-label={bar.label}
                  title={bar.label}
                  tabIndex={place === stop ? 0 : -1}
                  style={bar.place}
                />
              ))}
            </Track>
          </Row>
        ))}
      </Box>
      <Axis {...preview} />
      {preview.alert_count > bars.length && (
        <Typography variant="caption" color="text.secondary" component="p">
          {translate('alert-rules.preview.newest', { smart_count: bars.length })}
        </Typography>
      )}
      <AlertTable bars={bars} />
    </Box>
  )
}
