import type { Connector } from '#contract/connectors'
import { useTriggerText } from './triggers'

/** Names of triggers, in one line of text. */
export function Triggers({ triggers }: Pick<Connector, 'triggers'>) {
  const text = useTriggerText()
  return triggers.map(text).join(', ')
}
