import type { Connector, Mismatch } from '#contract/connectors'
import type { Message } from '#contract/messages'
import { useTranslate } from '../../i18n/translate'

/** Why a connector is not triggered, in words; `type` is that of the message, none for messages of any type. */
export function useReasons() {
  const translate = useTranslate()
  return (
    { direction }: Pick<Connector, 'direction'>,
    reasons: readonly (Mismatch | 'later')[],
    type?: Message['type'],
  ) =>
    reasons
      .map((reason) =>
        reason === 'trigger' && type === undefined
          ? translate('routing.noTriggers')
          : translate(`routing.reasons.${reason}`, {
              direction: translate(`messages.directions.${direction}`),
              type: type && translate(`messages.types.${type}`),
            }),
      )
      .join('; ')
}
