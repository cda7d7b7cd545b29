import { Alert, AlertTitle, Box, Button } from '@mui/material'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { z } from 'zod'
import { formatTime, useClock } from '../../clock'
import { useAccount } from '../../dataProvider/account'
import { isEnded, isHead, type Journal, readJournals } from './journal'
import { journalsChanged, journalsOf, onJournalsChanged } from './journalKeys'
import { isHeld } from './liveness'
import { useTranslate } from './texts'

/** An incomplete bulk run, restored from its journal. */
export interface Interrupted<Plan> {
  journal: Journal
  plan: Plan
}

async function findInterrupted<Plan>(accountId: string, kind: string, schema: z.ZodType<Plan>) {
  for (const journal of readJournals(accountId, kind)) {
    if (await isHeld(journal.key)) continue
    const { success, data } = schema.safeParse(journal.plan)
    if (success) return { journal, plan: data }
    // A plan of another version of the console cannot be continued.
    journal.remove()
  }
  return null
}

/**
 * The oldest run of a kind that a closed, reloaded or crashed tab has left; null if there is none. Runs of live tabs
 * are not offered.
 * @param schema of the plan; journals with other plans are removed
 */
export function useInterrupted<Plan>(kind: string, schema: z.ZodType<Plan>) {
  const accountId = useAccount().profile?.id
  const [found, setFound] = useState<Interrupted<Plan> | null>(null)
  useEffect(() => {
    if (accountId === undefined) return undefined
    let isCurrent = true
    const look = () =>
      void findInterrupted(accountId, kind, schema).then((interrupted) => {
        if (isCurrent) setFound(interrupted)
      })
    // Other tabs write to their journals at every step; only created and removed ones matter here.
    const onStorage = ({ key }: StorageEvent) => {
      if (key === null || (key.startsWith(journalsOf(accountId, kind)) && isHead(key))) look()
    }
    look()
    const unsubscribe = onJournalsChanged(look)
    // Another tab may have closed.
    window.addEventListener('focus', look)
    window.addEventListener('storage', onStorage)
    return () => {
      isCurrent = false
      unsubscribe()
      window.removeEventListener('focus', look)
      window.removeEventListener('storage', onStorage)
    }
  }, [accountId, kind, schema])
  /** Removes the journal, with its open rows. */
  const discard = () => {
    found?.journal.remove()
    journalsChanged()
  }
  return { found, discard }
}

/** Texts for the counts, by row state. */
const COUNTED = [
  ['done', 'done'],
  ['unchanged', 'unchanged'],
  ['failed', 'failed'],
  ['unknown', 'begun'],
  ['open', 'open'],
] as const

interface InterruptedNoticeProps {
  journal: Journal
  /** The run's action and number of rows. */
  title: string
  onResume: () => void
  onDiscard: () => void
}

/** Maximum number of names; the rest are counted. */
const MOST_NAMES = 10

/** The names of failed rows. */
function Refused({ journal: { ids, names, stateOf } }: { journal: Journal }) {
  const translate = useTranslate()
  const refused = ids.filter((id) => stateOf(id) === 'failed')
  const more = refused.length - MOST_NAMES
  return (
    <Box component="ul" aria-label={translate('bulk.interrupted.refused')} sx={{ m: 0, mt: 1, pl: 3 }}>
      {refused.slice(0, MOST_NAMES).map((id) => (
        <Box component="li" key={id} sx={{ overflowWrap: 'anywhere' }}>
          {names.get(id) ?? id}
        </Box>
      ))}
      {more > 0 && <li style={{ listStyle: 'none' }}>{translate('bulk.more', { smart_count: more })}</li>}
    </Box>
  )
}

/** Shows the result of a run once if it had ended, but its tab closed before showing it. */
function useShownOnce(journal: Journal) {
  const hasEnded = isEnded(journal)
  const isContinued = useRef(false)
  const isThere = useRef(false)
  const forget = useEffectEvent(() => {
    if (!isContinued.current) journal.remove()
  })
  useEffect(() => {
    if (!hasEnded) return undefined
    const onLeave = () => forget()
    isThere.current = true
    window.addEventListener('pagehide', onLeave)
    return () => {
      window.removeEventListener('pagehide', onLeave)
      isThere.current = false
      // Deferred, because in development React unmounts and remounts each component.
      queueMicrotask(() => {
        if (!isThere.current) forget()
      })
    }
  }, [hasEnded])
  const keep = () => {
    isContinued.current = true
  }
  return { hasEnded, keep }
}

/** Offers to continue an interrupted bulk run. For a run that had ended, it lists failed rows once. */
export function InterruptedNotice({ journal, title, onResume, onDiscard }: InterruptedNoticeProps) {
  const translate = useTranslate()
  const clock = useClock()
  const { hasEnded, keep } = useShownOnce(journal)
  const resume = () => {
    keep()
    onResume()
  }
  const goOn = hasEnded
    ? 'look'
    : journal.ids.some((id) => journal.stateOf(id) === 'begun')
      ? 'check'
      : 'resume'
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
          <Button color="inherit" size="small" onClick={resume}>
            {translate(`bulk.interrupted.${goOn}`)}
          </Button>
          <Button color="inherit" size="small" onClick={onDiscard}>
            {translate('bulk.interrupted.discard')}
          </Button>
        </>
      }
    >
      <AlertTitle>{title}</AlertTitle>
      <span>
        {translate(hasEnded ? 'bulk.interrupted.ended' : 'bulk.interrupted.text', {
          date: formatTime(journal.changedAt, clock),
          counts: counts.join(', '),
        })}
      </span>
      {hasEnded && <Refused journal={journal} />}
    </Alert>
  )
}
