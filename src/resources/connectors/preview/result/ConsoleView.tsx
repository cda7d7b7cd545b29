import { BodyFrame, PlainText } from '../../../../components/json'
import { useTranslate } from '../../../../i18n/translate'
import type { ResultViewProps } from './tabs'

/** What the code wrote with `console.log`. */
export function ConsoleView({ outcome: { logs } }: ResultViewProps) {
  const translate = useTranslate()
  if (logs.length === 0) return translate('connectors.preview.noLogs')
  const text = logs.join('\n')
  return (
    <BodyFrame text={text}>
      <PlainText text={text} label={translate('connectors.preview.console')} />
    </BodyFrame>
  )
}
