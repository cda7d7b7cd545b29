import type { Trigger } from '#contract/connectors'
import { MESSAGE_TYPES } from '#contract/messages'
import { useTranslate } from '../../i18n/translate'

const types: readonly string[] = MESSAGE_TYPES

/** Names of triggers, in words: those of the message types, and of the two older ones. */
export function useTriggerText() {
  const translate = useTranslate()
  return (trigger: Trigger) =>
    translate(types.includes(trigger) ? `messages.types.${trigger}` : `connectors.triggers.${trigger}`)
}
