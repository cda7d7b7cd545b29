import { Alert, Box, LinearProgress, Tab, Tabs, Typography } from '@mui/material'
import { useId, useState } from 'react'
import { useTranslate } from '../../../../i18n/translate'
import { TOP_BAR_HEIGHT } from '../../../../theme/theme'
import { useErrorLine } from '../useErrorLine'
import type { useRun } from '../useRun'
import type { Verdict } from '../verdict'
import { type ResultTabId, resultTabs } from './tabs'
import { VerdictLine } from './VerdictLine'

/** Beside the code it stays in sight while that is scrolled. */
const STAYS = {
  gridArea: 'result',
  minWidth: 0,
  alignSelf: 'start',
  position: { md: 'sticky' },
  top: TOP_BAR_HEIGHT + 16,
} as const

interface ResultProps {
  run: ReturnType<typeof useRun>['run']
  verdict: Verdict | null
  isRunning: boolean
}

/** What the code made of the sample: output, request, difference and console. */
export function Result({ run, verdict, isRunning }: ResultProps) {
  const translate = useTranslate()
  const errorLine = useErrorLine()
  const [tabId, setTabId] = useState<ResultTabId>('output')
  const id = useId()
  const { Panel } = resultTabs.find((tab) => tab.id === tabId) ?? resultTabs[0]
  const outcome = run?.outcome

  return (
    <Box component="section" aria-labelledby={`${id}-title`} sx={STAYS}>
      <Typography variant="h2" id={`${id}-title`}>
        {translate('connectors.preview.result')}
      </Typography>
      <Box sx={{ height: 4, my: 1 }}>
        {isRunning && <LinearProgress aria-label={translate('connectors.preview.running')} />}
      </Box>
      <VerdictLine verdict={verdict} outcome={outcome ?? null} />
      {run && !outcome && <Alert severity="error">{translate('connectors.preview.noSandbox')}</Alert>}
      {verdict?.kind === 'failed' && !verdict.thrown && <Alert severity="error">{errorLine(verdict)}</Alert>}
      {run && outcome && verdict && (
        <>
          <Tabs
            value={tabId}
            onChange={(_event, next: ResultTabId) => setTabId(next)}
            variant="scrollable"
            aria-label={translate('connectors.preview.result')}
            sx={{ mb: 2 }}
          >
            {resultTabs.map((tab) => (
              <Tab
                key={tab.id}
                id={`${id}-${tab.id}`}
                value={tab.id}
                aria-controls={tab.id === tabId ? `${id}-panel` : undefined}
                label={translate(`connectors.preview.tabs.${tab.id}`, { count: outcome.logs.length })}
              />
            ))}
          </Tabs>
          <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tabId}`}>
            <Panel input={run.input} outcome={outcome} verdict={verdict} />
          </div>
        </>
      )}
    </Box>
  )
}
