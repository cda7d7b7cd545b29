import { Alert, AlertTitle, Button } from '@mui/material'
import { formatTime, useClock } from '../../clock'
import type { Journal } from './journal'
import { useTranslate } from './texts'

/** How the counts of rows are worded. */
const COUNTED = [
  ['done', 'done'],
  ['unchanged', 'unchanged'],
  ['failed', 'failed'],
  ['unknown', 'begun'],
  ['open', 'open'],
] as const

interface InterruptedNoticeProps {
  journal: Journal
  /** What was to be done, and to how many. */
  title: string
  onResume: () => void
  onDiscard: () => void
}

/** Offers to go on with a bulk run that was interrupted. */
export function InterruptedNotice({ journal, title, onResume, onDiscard }: InterruptedNoticeProps) {
  const translate = useTranslate()
  const clock = useClock()
  const states = journal.ids.map(journal.stateOf)
  const counts = COUNTED.flatMap(([text, state]) => {
    const count = states.filter((each) => each === state).length
    return count > 0 ? [translate(`bulk.counts.${text}`, { smart_count: count })] : []
  })
  return (
    <Alert
      severity="warning"
      sx={{ mb: 2, flexWrap: 'wrap' }}
      action={
        <>
          <Button color="inherit" size="small" onClick={onResume}>
            {translate(states.includes('begun') ? 'bulk.interrupted.check' : 'bulk.interrupted.resume')}
          </Button>
          <Button color="inherit" size="small" onClick={onDiscard}>
            {translate('bulk.interrupted.discard')}
          </Button>
        </>
      }
    >
      <AlertTitle>{title}</AlertTitle>
      {translate('bulk.interrupted.text', {
        date: formatTime(journal.changedAt, clock),
        counts: counts.join(', '),
      })}
    </Alert>
  )
}
