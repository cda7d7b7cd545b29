import { BodyFrame, formatJson, PlainText } from '../../../../components/json'
import { useTranslate } from '../../../../i18n/translate'
import { useErrorLine } from '../useErrorLine'
import type { ResultViewProps } from './tabs'

/** What the code returned, or the error that it threw. Spec 1, section 4. */
export function OutputView({ outcome, verdict }: ResultViewProps) {
  const translate = useTranslate()
  const errorLine = useErrorLine()
  const failed = verdict.kind === 'failed' && verdict.thrown ? verdict : null
  const text = failed ? errorLine(failed) : 'value' in outcome ? formatJson(outcome.value) : ''
  return (
    <BodyFrame text={text}>
      <PlainText text={text} label={translate('connectors.preview.output')} />
    </BodyFrame>
  )
}
