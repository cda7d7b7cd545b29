import { useTranslate } from 'react-admin'
import { connectorTypeSchema, TRIGGERS } from '#contract/connectors'
import { directionSchema } from '#contract/messages'
import { useTriggerText } from '../triggers'

/** The ways that a message can go, in words. */
export function useDirectionChoices() {
  const translate = useTranslate()
  return directionSchema.options.map((id) => ({ id, name: translate(`messages.directions.${id}`) }))
}

/** What a connector can be, in words. */
export function useTypeChoices() {
  const translate = useTranslate()
  return connectorTypeSchema.options.map((id) => ({ id, name: translate(`connectors.types.${id}`) }))
}

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
