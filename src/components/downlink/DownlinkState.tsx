import type { Message } from '#contract/messages'
import { formatBrief, UNREAD, useClock } from '../../clock'
import { StateText } from '../value/StateText'
import { useNow } from '../value/TimeText'
import { knownOf } from './state'
import { useTranslate } from './texts'

/** How often the words are updated, in milliseconds: an expected contact is over at some time. */
const INTERVAL = 30_000

/** The words for what is known of a downlink; null for an uplink. */
function useKnown(message: Message) {
  const translate = useTranslate()
  const clock = useClock()
  const now = useNow(message.down_expected_at ? INTERVAL : null)
  const known = knownOf(message, now)
  if (!known) return null
  const { tone, short, long, time } = known
  const values = {
    time: time === undefined ? UNREAD : formatBrief(time, now, clock),
    attempt: String(message.down_attempt),
    reason: message.down_reason ?? '',
  }
  return { tone, short: translate(short, values), long: translate(long, values) }
}

/** What is known of a downlink, in a sentence: "Handed over 12:03, attempt 2, waits for confirmation". */
export function DownlinkState({ message }: { message: Message }) {
  const known = useKnown(message)
  return known && <StateText tone={known.tone}>{known.long}</StateText>
}

/** The same in a word or two, for lists; the sentence is its title. */
export function DownlinkStateCell({ message }: { message: Message }) {
  const known = useKnown(message)
  if (!known) return null
  return (
    <StateText tone={known.tone}>
      <span title={known.long === known.short ? undefined : known.long}>{known.short}</span>
    </StateText>
  )
}
