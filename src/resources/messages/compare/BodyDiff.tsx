import { Alert, FormControlLabel, LinearProgress, Switch } from '@mui/material'
import type { Message } from '#contract/messages'
import type { Part } from '../../../components/diff/body/compareBodies'
import type { CompareOptions } from '../../../components/diff/body/printJson'
import { DiffView } from '../../../components/diff/DiffView'
import { PartBar } from '../../../components/diff/PartBar'
import { ActionAlert, Section } from '../../../components/page'
import { useTranslate } from '../../../i18n/translate'
import { DiffBar } from './DiffBar'
import { useCompareAddress } from './useCompareAddress'
import { useComparison } from './useComparison'
import { useDifferences } from './useDifferences'
import { useStepKeys } from './useStepKeys'

interface Bodies {
  left: Message
  right: Message
}

const OPTIONS = ['ignoreVolatile', 'sortKeys'] as const
const NOTHING: readonly Part[] = []

/** What there is to say of bodies without a difference. */
function sameness({ left, right }: Bodies, parts: readonly Part[]): string {
  if (parts.length === 0) return 'messages.compare.bothEmpty'
  return left.body === right.body ? 'messages.compare.identical' : 'messages.compare.equalSoFar'
}

/** Steps through the differences that these options leave. */
function Differences({ left, right, options }: Bodies & { options: CompareOptions }) {
  const translate = useTranslate()
  const { data: parts = NOTHING, isPending, isError, refetch } = useComparison(left, right, options)
  const { count, part: shown, inPart, difference, step, showPart } = useDifferences(parts)
  useStepKeys(step)
  const part = parts[shown]

  if (isError)
    return (
      <ActionAlert severity="error" action={translate('common.tryNow')} onAction={() => void refetch()}>
        {translate('diff.failed')}
      </ActionAlert>
    )
  return (
    <>
      <DiffBar {...{ count, difference, step, isPending }} />
      {isPending && <LinearProgress aria-label={translate('diff.working')} />}
      {!isPending && count === 0 && (
        <Alert severity="success" sx={{ mb: 2 }}>
          {translate(sameness({ left, right }, parts))}
        </Alert>
      )}
      {parts.length > 1 && <PartBar {...{ shown, count: parts.length, showPart }} />}
      {part && <DiffView part={part} current={inPart} />}
    </>
  )
}

/** The bodies of two messages side by side, and what of them is left aside. */
export function BodyDiff({ left, right }: Bodies) {
  const translate = useTranslate()
  const { options, change } = useCompareAddress()
  return (
    <Section
      title={translate('messages.compare.diff')}
      actions={OPTIONS.map((option) => (
        <FormControlLabel
          key={option}
          label={translate(`messages.compare.${option}`)}
          control={
            <Switch checked={options[option]} onChange={(_event, checked) => change(option, checked)} />
          }
        />
      ))}
    >
      <Differences key={JSON.stringify(options)} {...{ left, right, options }} />
    </Section>
  )
}
