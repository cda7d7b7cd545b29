import { directionSchema, MESSAGE_TYPES } from '#contract/messages'
import { useTranslate } from '../../../i18n/translate'

/** The ways a message can go, in words. */
export function useDirectionChoices() {
  const translate = useTranslate()
  return directionSchema.options.map((id) => ({ id, name: translate(`messages.directions.${id}`) }))
}

/** What a message can be about, in words. */
export function useTypeChoices() {
  const translate = useTranslate()
  return MESSAGE_TYPES.map((id) => ({ id, name: translate(`messages.types.${id}`) }))
}
