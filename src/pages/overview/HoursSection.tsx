import { Box, ToggleButton, ToggleButtonGroup } from '@mui/material'
import { HOUR } from '#contract/common/durations'
import { messageTypeSchema } from '#contract/messages'
import type { MessageHour, OverviewQuery } from '#contract/overview'
import { formatClock, formatDay, formatSpan, useClock } from '../../clock'
import { Bars } from '../../components/bars/Bars'
import { ChartSkeleton } from '../../components/bars/ChartSkeleton'
import { useTypeText } from '../../components/message/useTypeText'
import { Section } from '../../components/page'
import { useNumberText } from '../../numbers'
import { useRoom } from './Kiosk'
import { useTranslate } from './texts'

/** Colours of the types; the first is for data. */
const COLORS = new Map([
  ['data', 'primary.main'],
  ['session', 'success.main'],
  ['shell', 'info.main'],
  ['firmware', 'warning.main'],
  ['config', 'error.main'],
])
const colorOf = (type: string) => COLORS.get(type) ?? 'secondary.main'

const TYPES: readonly string[] = messageTypeSchema.options
/** Types of messages in these hours: the known ones in the console's order, then others. */
function typesIn(hours: readonly MessageHour[]): string[] {
  const found = new Set(hours.flatMap(({ counts }) => Object.keys(counts)))
  const first = ['data', ...TYPES.filter((type) => type !== 'data')].filter((type) => found.has(type))
  return [...first, ...[...found].filter((type) => !first.includes(type))]
}

const sumOf = ({ counts }: MessageHour) => Object.values(counts).reduce((sum, count) => sum + count, 0)

function Legend({ types }: { types: readonly string[] }) {
  const typeText = useTypeText()
  return (
    <Box
      component="ul"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 2,
        m: 0,
        mt: 1,
        p: 0,
        listStyle: 'none',
        typography: 'body2',
      }}
    >
      {types.map((type) => (
        <Box key={type} component="li" sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
          <Box aria-hidden sx={{ width: 10, height: 10, borderRadius: '2px', bgcolor: colorOf(type) }} />
          <span>{typeText(type)}</span>
        </Box>
      ))}
    </Box>
  )
}

interface HoursSectionProps {
  hours: readonly MessageHour[]
  span: OverviewQuery['hours']
  onSpan: (span: OverviewQuery['hours']) => void
}

/** Height of the bars, in px. */
const HEIGHT = 140

/** Placeholder of the bars, with two lines of text around them and one below. */
export function HoursOutline() {
  return (
    <Section title={useTranslate()('overview.hours.title')}>
      <ChartSkeleton height={HEIGHT + 96} axes={{ left: 0, below: 64 }} />
    </Section>
  )
}

/** Messages of each hour, by type. */
export function HoursSection({ hours, span, onSpan }: HoursSectionProps) {
  const isKiosk = useRoom() !== undefined
  const translate = useTranslate()
  const number = useNumberText()
  const clock = useClock()
  const typeText = useTypeText()
  const types = typesIn(hours)
  const sums = hours.map(sumOf)
  const total = sums.reduce((sum, count) => sum + count, 0)
  const tickOf = (start: number) => (span === '24' ? formatClock(start, clock) : formatDay(start, clock))
  return (
    <Section
      title={translate('overview.hours.title')}
      actions={
        !isKiosk && (
          <ToggleButtonGroup
            exclusive
            size="small"
            value={span}
            aria-label={translate('overview.hours.span')}
            onChange={(_event, chosen: OverviewQuery['hours'] | null) => chosen && onSpan(chosen)}
          >
            <ToggleButton value="24">{translate('overview.hours.day')}</ToggleButton>
            <ToggleButton value="168">{translate('overview.hours.week')}</ToggleButton>
          </ToggleButtonGroup>
        )
      }
    >
      <Bars
        label={translate('overview.hours.title')}
        summary={
          total === 0
            ? translate('overview.hours.none')
            : translate('overview.hours.sum', { total: number(total), most: number(Math.max(...sums)) })
        }
        bars={hours.map((hour, index) => {
          const start = Date.parse(hour.hour)
          const sum = sums[index] ?? 0
          return {
            label: formatSpan(start, start + HOUR, clock),
            tick: tickOf(start),
            value: sum,
            text: number(sum),
            parts: types.map((type) => ({
              name: typeText(type),
              value: hour.counts[type] ?? 0,
              color: colorOf(type),
            })),
          }
        })}
        color="primary.main"
        height={HEIGHT}
        tableLabel={translate('overview.hours.table')}
        columns={[translate('overview.hours.hour'), translate('overview.hours.all'), ...types.map(typeText)]}
        cellsOf={({ text, parts = [] }) => [text, ...parts.map(({ value }) => number(value))]}
      />
      {types.length > 1 && <Legend types={types} />}
    </Section>
  )
}
