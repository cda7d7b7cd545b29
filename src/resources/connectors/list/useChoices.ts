import { TRIGGERS } from '#contract/connectors'
import { useTranslate } from '../../../i18n/translate'
import { useTriggerText } from '../triggers'

/** What can trigger a connector, in words. */
export function useTriggerChoices() {
  const text = useTriggerText()
  return TRIGGERS.map((id) => ({ id, name: text(id) }))
}

/** Whether a connector is enabled, in words. */
export function useStateChoices() {
  const translate = useTranslate()
  return [
    { id: 'true', name: translate('connectors.enabled') },
    { id: 'false', name: translate('connectors.disabled') },
  ]
}
