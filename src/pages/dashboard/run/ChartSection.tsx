import ReloadIcon from '@mui/icons-material/Refresh'
import { Box, IconButton } from '@mui/material'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Message } from '#contract/messages'
import { LoadFailed, Section } from '../../../components/page'
import type { DateRange } from '../../../components/table/dates/ranges'
import { useTranslate } from '../../../i18n/translate'
import { Outcome } from './Outcome'
import { Progress } from './Progress'
import { RangeButton } from './RangeButton'
import type { RunState } from './useRun'

interface ChartSectionProps {
  /** Of the device or the tag. */
  name: string
  query: UseQueryResult<Message[]>
  range: DateRange | undefined
  state: RunState
  onRange: (range: DateRange | undefined) => void
  onStop: () => void
  /** Leads to a place of the code. */
  onPlace: (line: number, column: number) => void
}

/** The chart with its range of time; until it is there, how far it is, and else why there is none. */
export function ChartSection(props: ChartSectionProps) {
  const { name, query, range, state, onRange, onStop, onPlace } = props
  const translate = useTranslate()
  const reload = translate('dashboard.reload')
  const { data: messages, error, isFetching } = query
  return (
    <Section
      title={translate('dashboard.chart.title')}
      actions={
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          <RangeButton range={range} onChange={onRange} />
          <IconButton
            aria-label={reload}
            title={reload}
            disabled={isFetching}
            onClick={() => void query.refetch()}
          >
            <ReloadIcon />
          </IconButton>
        </Box>
      }
    >
      {isFetching && !messages && <Progress text={translate('dashboard.loading')} />}
      {error && (
        <Box sx={{ mb: 2 }}>
          <LoadFailed error={error} onRetry={() => void query.refetch()} />
        </Box>
      )}
      {messages && <Outcome {...{ name, messages, state, onStop, onPlace }} />}
    </Section>
  )
}
