import ReloadIcon from '@mui/icons-material/Refresh'
import { Alert, Box, Button, IconButton, LinearProgress, Link, Paper, Typography } from '@mui/material'
import type { UseQueryResult } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import { unknownFailure } from '#contract/connectors'
import type { Message } from '#contract/messages'
import type { ScriptError } from '#sandbox'
import { ChartSkeleton } from '../../../components/bars/ChartSkeleton'
import { useFailureText } from '../../../components/failure/useFailureText'
import { LoadFailed, Section } from '../../../components/page'
import type { DateRange } from '../../../components/table/dates/ranges'
import type { Mistake } from '../result'
import { useTranslate } from '../texts'
import { RangeButton } from './RangeButton'
import { Results } from './Results'
import type { Chartable } from './runCode'
import { MESSAGES_MAX } from './useMessages'
import type { RunState } from './useRun'

interface ProgressProps {
  text: string
  /** Progress from 0 to 1; undefined if unknown. */
  part?: number
  onStop?: () => void
}

/** Progress of a run, over the chart. */
function Progress({ text, part, onStop }: ProgressProps) {
  const translate = useTranslate()
  return (
    <Paper
      elevation={4}
      sx={{
        position: 'absolute',
        zIndex: 3,
        top: 48,
        left: '50%',
        transform: 'translateX(-50%)',
        width: 'min(400px, 100% - 32px)',
        px: 2,
        pt: 1.5,
        pb: 0.5,
      }}
    >
      <LinearProgress
        aria-label={text}
        {...(part !== undefined && { variant: 'determinate', value: part * 100 })}
        sx={{ height: 6, borderRadius: 1, mb: 1 }}
      />
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minHeight: 32 }}>
        <Box component="output" sx={{ fontVariantNumeric: 'tabular-nums', color: 'text.secondary' }}>
          {text}
        </Box>
        {onStop && (
          <Button size="small" onClick={onStop}>
            {translate('dashboard.stop')}
          </Button>
        )}
      </Box>
    </Paper>
  )
}

/** Placeholder of a result, about as high. */
const Empty = () => <ChartSkeleton height={420} />

/** Keeps the height of an element while it is busy, so that nothing below moves. */
function useSteadyHeight(isBusy: boolean) {
  const frame = useRef<HTMLDivElement>(null)
  const settled = useRef(0)
  useLayoutEffect(() => {
    const element = frame.current
    if (!element || isBusy) return undefined
    element.style.minHeight = ''
    const observer = new ResizeObserver(() => (settled.current = element.offsetHeight))
    observer.observe(element)
    return () => {
      observer.disconnect()
      element.style.minHeight = `${settled.current}px`
    }
  }, [isBusy])
  return frame
}

/** An error on one line, after its name. */
function ErrorText({ error }: { error: ScriptError | Mistake }) {
  const translate = useTranslate()
  const failureText = useFailureText()
  const isOther = 'name' in error && !error.reason
  return (
    <Box
      component="span"
      lang={isOther ? 'en' : undefined}
      sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere' }}
    >
      {'mistake' in error
        ? `TypeError: ${translate(`dashboard.mistakes.${error.mistake}`, { series: error.series })}`
        : `${error.name}: ${failureText(error.reason ?? unknownFailure(error.message))}`}
    </Box>
  )
}

/** Number of failed messages, and the first error with its place in the code. */
function Failures({ failed, firstError, onPlace }: Chartable & Pick<ChartSectionProps, 'onPlace'>) {
  const translate = useTranslate()
  if (!firstError) return null
  const { line, column } = 'mistake' in firstError ? {} : firstError
  return (
    <Alert severity="warning" sx={{ mb: 2, '.MuiAlert-message': { minWidth: 0 } }}>
      <span>{translate('dashboard.failures', { smart_count: failed })}</span>{' '}
      {translate('dashboard.firstError')} <ErrorText error={firstError} />
      {line !== undefined && (
        <>
          <span>{' ('}</span>
          <Link component="button" type="button" onClick={() => onPlace(line, column ?? 1)}>
            {column === undefined
              ? translate('dashboard.line', { line: String(line) })
              : translate('dashboard.place', { line: String(line), column: String(column) })}
          </Link>
          <span>{')'}</span>
        </>
      )}
    </Alert>
  )
}

interface OutcomeProps extends Pick<ChartSectionProps, 'name' | 'state' | 'onStop' | 'onPlace'> {
  messages: readonly Message[]
}

function Nothing({ title, hint }: { title: string; hint: string }) {
  return (
    <Box role="status" sx={{ py: 6, textAlign: 'center' }}>
      <Typography variant="h3" gutterBottom>
        {title}
      </Typography>
      <Typography color="text.secondary">{hint}</Typography>
    </Box>
  )
}

/** Result of the code: the chart, and notes on missing data. */
function Outcome({ name, messages, state, onStop, onPlace }: OutcomeProps) {
  const translate = useTranslate()
  if (messages.length === 0)
    return <Nothing title={translate('dashboard.empty')} hint={translate('dashboard.emptyHint')} />
  if (state.name === 'idle') return null
  if (state.name === 'refused') {
    const { fault, ...rest } = state.fault
    return <Alert severity="error">{translate(`dashboard.faults.${fault}`, rest)}</Alert>
  }
  if (state.name === 'failed') return <Alert severity="error">{translate('dashboard.notStarted')}</Alert>

  const isRunning = state.name === 'running'
  const result = isRunning ? state.last : state.result
  const notes = [
    messages.length >= MESSAGES_MAX && translate('dashboard.limited', { max: MESSAGES_MAX }),
    state.name === 'stopped' &&
      translate('dashboard.stopped', { done: state.result.ran, smart_count: state.total }),
    result?.isCut === true && translate('dashboard.cut'),
    result?.outside && translate('dashboard.outside', { smart_count: result.outside }),
    result?.lacksColors === true && translate('dashboard.ownColors'),
  ].filter((note) => typeof note === 'string')
  return (
    <>
      {isRunning && (
        <Progress
          text={translate('dashboard.running', { done: state.done, total: state.total })}
          part={state.done / state.total}
          onStop={onStop}
        />
      )}
      {notes.map((note) => (
        <Alert key={note} severity="info" sx={{ mb: 2 }}>
          {note}
        </Alert>
      ))}
      {!result && <Empty />}
      {result && (
        <Box aria-busy={isRunning} sx={{ opacity: isRunning ? 0.5 : 1 }}>
          <Failures {...result} onPlace={onPlace} />
          {result.series.length > 0 ? (
            <Results series={result.series} owner={name} />
          ) : (
            <Nothing title={translate('dashboard.nothing')} hint={translate('dashboard.nothingHint')} />
          )}
        </Box>
      )}
    </>
  )
}

interface ChartSectionProps {
  /** Name of the device or tag. */
  name: string
  query: UseQueryResult<Message[]>
  range: DateRange | undefined
  state: RunState
  onRange: (range: DateRange | undefined) => void
  onStop: () => void
  /** Moves the editor's cursor to a place in the code. */
  onPlace: (line: number, column: number) => void
}

/** The chart with its time range, progress and errors. */
export function ChartSection(props: ChartSectionProps) {
  const { name, query, range, state, onRange, onStop, onPlace } = props
  const translate = useTranslate()
  const reload = translate('dashboard.reload')
  const { data: messages, error, isFetching } = query
  const isLoading = isFetching && !messages
  const frame = useSteadyHeight(isLoading || state.name === 'running')
  return (
    <Section
      title={translate('dashboard.chart.title')}
      actions={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
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
      <Box ref={frame} sx={{ position: 'relative', display: 'flex', flexDirection: 'column' }}>
        {isLoading && (
          <>
            <Progress text={translate('dashboard.loading')} />
            <Empty />
          </>
        )}
        {error && (
          <Box sx={{ mb: 2 }}>
            <LoadFailed error={error} onRetry={() => void query.refetch()} />
          </Box>
        )}
        {messages && <Outcome {...{ name, messages, state, onStop, onPlace }} />}
      </Box>
    </Section>
  )
}
