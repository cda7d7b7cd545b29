import { Box, Button, Stack } from '@mui/material'
import { useMemo, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { type Connector, sendingOf } from '#contract/connectors'
import { CodeEditor, CodeInput, type CodeInputType } from '../../../components/editor'
import { typeText } from '../../../components/editor/typeText'
import { useFailureText } from '../../../components/failure/useFailureText'
import { parseJson } from '../../../components/json'
import { msg as connectorsMsg } from '../texts'
import type { ConnectorValues } from '../values'
import { BatchSection } from './BatchSection'
import { usePreview } from './PreviewContext'
import { Result } from './Result'
import { useRun, type Verdict, verdictOf } from './run'
import { SampleBar } from './SampleBar'
import { useTranslate } from './texts'
import { type Sample, useSample } from './useSample'

/** The result is beside the code and the input; on a phone it is between them, next to the code. */
const PLACES = {
  display: 'grid',
  gap: 3,
  gridTemplateAreas: { xs: '"code" "result" "input"', md: '"code result" "input result"' },
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
  gridTemplateRows: { md: 'auto 1fr' },
} as const

/** Editor of the job that the code gets. */
function JobInput({ sample }: { sample: Sample }) {
  const translate = useTranslate()
  const { text, job, isEdited } = sample
  return (
    <Box sx={{ gridArea: 'input', minWidth: 0 }}>
      <CodeEditor
        label={translate('connectors.preview.input')}
        language="json"
        value={text}
        onChange={sample.edit}
        error={isEdited && job === null ? translate('connectors.preview.noJson') : undefined}
        hint={translate('connectors.preview.inputHint')}
      />
      {isEdited && (
        <Box sx={{ mt: 1 }}>
          <Button size="small" onClick={sample.reset}>
            {translate('connectors.preview.reset')}
          </Button>
        </Box>
      )}
    </Box>
  )
}

/** Place in the code that threw the error. */
function problemOf(verdict: Verdict | null, failureText: ReturnType<typeof useFailureText>) {
  if (verdict?.kind !== 'failed' || verdict.thrown?.line === undefined) return undefined
  const { name, line, column = 1 } = verdict.thrown
  return { line, column, message: `${name}: ${failureText(verdict.failure)}` }
}

const mainOf = (job: unknown): CodeInputType => ({ entry: 'main', type: typeText([job]) })

/** Runs the form's code on a message, saved or not. Rules, "Connector preview". */
export function PreviewTab({ connector }: { connector: Connector }) {
  const translate = useTranslate()
  const failureText = useFailureText()
  const { sandbox } = usePreview()
  const sample = useSample(connector)
  const sending = sendingOf(connector)
  const source = useWatch<ConnectorValues, 'transformation'>({ name: 'transformation' })
  const { run, isRunning } = useRun(sandbox, source, sample.job)
  const verdict = useMemo(() => (run?.outcome ? verdictOf(run.outcome, sending) : null), [run, sending])
  const problem = useMemo(
    () => (run?.source === source ? problemOf(verdict, failureText) : undefined),
    [run, source, verdict, failureText],
  )
  const inputType = useMemo(
    () => (sample.job === null ? undefined : mainOf(parseJson(sample.job))),
    [sample.job],
  )

  const top = useRef<HTMLDivElement>(null)
  const open = (messageId: string) => {
    sample.pin(messageId)
    top.current?.scrollIntoView({ block: 'start' })
    top.current?.focus({ preventScroll: true })
  }

  return (
    <Stack sx={{ gap: 3 }}>
      <Stack
        ref={top}
        tabIndex={-1}
        role="group"
        aria-label={translate('connectors.preview.sample')}
        sx={{ gap: 2, outline: 0 }}
      >
        <SampleBar sample={sample} />
      </Stack>
      <Box sx={PLACES}>
        <Box sx={{ gridArea: 'code', minWidth: 0 }}>
          <CodeInput
            source="transformation"
            label={translate(connectorsMsg('connectors.fields.transformation'))}
            language="javascript"
            problem={problem}
            inputType={inputType}
          />
        </Box>
        <Result run={run} verdict={verdict} sending={sending} isRunning={isRunning} />
        <JobInput sample={sample} />
      </Box>
      <BatchSection connector={connector} sample={sample} source={source} onOpen={open} />
    </Stack>
  )
}
