import { Box, Button, Typography } from '@mui/material'
import { useEffect, useRef } from 'react'
import { BulkButtons, SaveResults } from '../../../components/bulk/BulkButtons'
import { BulkProgress } from '../../../components/bulk/BulkResults'
import { Section } from '../../../components/page'
import { useTranslate, useTranslateText } from '../../../i18n/translate'
import type { SimRun } from './useSimRun'

/** Failed rows that are listed; the file with the results has all. */
const FAILURES_LISTED = 100

interface RunSectionProps {
  simRun: SimRun
  /** The other number of a SIM. */
  nameOf: (id: string) => string
}

/** The SIMs that were not changed, each with the reason. They stay until somebody has read them. */
function Failures({ run }: Pick<SimRun, 'run'>) {
  const translate = useTranslate()
  const translateText = useTranslateText()
  const failures = run.ids.flatMap((id) => {
    const outcome = run.outcomes.get(id)
    return outcome && 'message' in outcome ? [{ id, message: outcome.message }] : []
  })
  if (failures.length === 0) return null
  const others = failures.length - FAILURES_LISTED
  return (
    <>
      <Box
        component="ul"
        aria-label={translate('sims.run.failures')}
        sx={{ listStyle: 'none', m: 0, p: 0, maxHeight: 280, overflow: 'auto' }}
      >
        {failures.slice(0, FAILURES_LISTED).map(({ id, message }) => (
          <Box component="li" key={id} sx={{ py: 0.5, borderTop: 1, borderColor: 'divider' }}>
            <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums', mr: 2 }}>
              {id}
            </Box>
            <Box component="span" sx={{ color: 'error.main', overflowWrap: 'anywhere' }}>
              {translateText(message)}
            </Box>
          </Box>
        ))}
      </Box>
      {others > 0 && (
        <Typography variant="body2" color="text.secondary">
          {translate('sims.run.others', { smart_count: others })}
        </Typography>
      )}
    </>
  )
}

/** How far the change of the SIMs is; when it has ended, its result until it is dismissed. */
export function RunSection({ simRun: { run }, nameOf }: RunSectionProps) {
  const translate = useTranslate()
  const frame = useRef<HTMLDivElement>(null)
  const isShown = run.state !== 'idle'
  useEffect(() => {
    if (!isShown) return undefined
    // What had the focus goes: the form when a run begins, the button that stops it when it ends.
    const frameRequest = requestAnimationFrame(() => {
      if (document.activeElement === document.body || run.isRunning) frame.current?.focus()
    })
    return () => cancelAnimationFrame(frameRequest)
  }, [isShown, run.isRunning])
  if (!isShown) return null
  return (
    <Box ref={frame} tabIndex={-1} sx={{ '&:focus': { outline: 0 } }}>
      <Section title={translate(run.isRunning ? 'sims.run.running' : 'sims.run.result')}>
        <BulkProgress run={run} />
        {!run.isRunning && <Failures run={run} />}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: 1, mt: 1 }}>
          <BulkButtons run={run} retryLabel={(count) => translate('sims.run.retry', count)} />
          {!run.isRunning && (
            <>
              <SaveResults run={run} nameOf={nameOf} file="sims" owner="" />
              <Button onClick={run.reset}>{translate('sims.run.dismiss')}</Button>
            </>
          )}
        </Box>
      </Section>
    </Box>
  )
}
