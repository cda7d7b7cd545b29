import { Box, Button } from '@mui/material'
import { useEffect, useRef } from 'react'
import { BulkButtons, BulkProgress, SaveResults } from '../../../../components/bulk/BulkResults'
import { useKeptPlace } from '../../../../components/dialog/TaskDialog'
import { Section } from '../../../../components/page'
import { FailedSims } from '../../../../components/sims/FailedSims'
import { useTranslateText } from '../../../../i18n'
import { useTranslate } from '../texts'
import type { SimRun } from './useSimRun'

interface RunSectionProps {
  simRun: SimRun
  /** The other number of a SIM. */
  nameOf: (id: string) => string
}

/** Progress of the change, then its result until it is dismissed. */
export function RunSection({ simRun: { run }, nameOf }: RunSectionProps) {
  const translate = useTranslate()
  const translateText = useTranslateText()
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The focused element disappears: the form when a run begins, the stop button when it ends.
    const frameRequest = requestAnimationFrame(() => {
      if (document.activeElement === document.body || run.isRunning) frame.current?.focus()
    })
    return () => cancelAnimationFrame(frameRequest)
  }, [run.isRunning])
  useKeptPlace()
  return (
    <Box ref={frame} tabIndex={-1} sx={{ '&:focus': { outline: 0 } }}>
      <Section title={translate(run.isRunning ? 'admin.sims.run.running' : 'admin.sims.run.result')}>
        <BulkProgress run={run} />
        {!run.isRunning && (
          <FailedSims
            run={run}
            label={translate('admin.sims.run.failures')}
            textOf={(id, message) => `${id}: ${translateText(message)}`}
          />
        )}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: 1, mt: 1 }}>
          <BulkButtons run={run} retryLabel={(count) => translate('admin.sims.run.retry', count)} />
          {!run.isRunning && (
            <>
              <SaveResults run={run} nameOf={nameOf} file="sims" owner="" />
              <Button onClick={run.reset}>{translate('admin.sims.run.dismiss')}</Button>
            </>
          )}
        </Box>
      </Section>
    </Box>
  )
}
