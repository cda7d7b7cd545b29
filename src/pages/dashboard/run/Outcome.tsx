import { Alert, Box, Typography } from '@mui/material'
import type { Message } from '#contract/messages'
import { useTranslate } from '../../../i18n/translate'
import { Failures } from './Failures'
import { Progress } from './Progress'
import { Results } from './Results'
import { MESSAGES_MAX } from './useMessages'
import type { RunState } from './useRun'

interface OutcomeProps {
  /** Of the device or the tag. */
  name: string
  messages: readonly Message[]
  state: RunState
  onStop: () => void
  onPlace: (line: number, column: number) => void
}

/** Says that there is nothing to see, and what helps. */
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

/** What came of the messages: the chart, and everything that is not in it. */
export function Outcome({ name, messages, state, onStop, onPlace }: OutcomeProps) {
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
  ].filter((note) => note !== false)
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
      {result && (
        <Box aria-busy={isRunning} sx={{ opacity: isRunning ? 0.5 : 1 }}>
          <Failures {...{ result, onPlace }} />
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
