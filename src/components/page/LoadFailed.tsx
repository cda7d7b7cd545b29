import { reasonOf } from '../../dataProvider/client'
import { useTranslate, useTranslateText } from '../../i18n/translate'
import { ActionAlert } from './ActionAlert'

/** Says why something could not be loaded, and offers to try again. */
export function LoadFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const translate = useTranslate()
  const translateText = useTranslateText()
  return (
    <ActionAlert severity="error" action={translate('common.tryNow')} onAction={onRetry}>
      {translateText(reasonOf(error))}
    </ActionAlert>
  )
}
