import type { Message } from '#contract/messages'
import type { Tone } from '../value/StateText'
import { parseTime } from '../value/TimeText'
import type { DownlinkTexts } from './texts'

/** What is known of a downlink: how it looks, its words in a list and on a page, and the time in them. */
export interface Known {
  tone: Tone
  short: keyof DownlinkTexts
  long: keyof DownlinkTexts
  /** Unix milliseconds. */
  time?: number | undefined
}

type Downlink = Pick<
  Message,
  | 'down_state'
  | 'down_attempt'
  | 'down_awaits'
  | 'down_outcome'
  | 'down_state_at'
  | 'down_confirmed_at'
  | 'down_reason'
  | 'down_expected_at'
  | 'device_confirms'
>

/** Whether a downlink can still be cancelled. */
export const isOpen = ({ down_state, down_awaits }: Pick<Message, 'down_state' | 'down_awaits'>): boolean =>
  down_state === 'pending' || down_awaits

/** Whether nothing is known yet of what became of a downlink. */
export const isUnknown = ({
  down_state,
  down_outcome,
}: Pick<Message, 'down_state' | 'down_outcome'>): boolean =>
  (down_state === 'pending' || down_state === 'sent') && down_outcome === null

function ofOutcome({
  down_outcome,
  down_confirmed_at,
  down_reason,
  down_state_at,
  down_attempt,
}: Downlink): Known | null {
  const time = parseTime(down_confirmed_at) ?? undefined
  switch (down_outcome) {
    case 'confirmed':
      return { tone: 'good', short: 'downlink.outcomes.confirmed', long: 'downlink.long.confirmed', time }
    case 'refused': {
      const long = down_reason ? 'downlink.long.refusedFor' : 'downlink.long.refused'
      return { tone: 'bad', short: 'downlink.outcomes.refused', long, time }
    }
    case 'expired': {
      const short = 'downlink.outcomes.expired'
      if (down_attempt === 0) return { tone: 'warning', short, long: 'downlink.long.expired' }
      return {
        tone: 'warning',
        short,
        long: 'downlink.long.expiredAfter',
        time: parseTime(down_state_at) ?? undefined,
      }
    }
    case 'replaced':
      return { tone: 'none', short: 'downlink.outcomes.replaced', long: 'downlink.long.replaced' }
    case null:
      return null
  }
}

/** What is known of a pending downlink. @param now Unix milliseconds */
function ofPending({ down_expected_at }: Downlink, now: number): Known {
  const time = parseTime(down_expected_at)
  const tone = 'waiting'
  if (time === null) return { tone, short: 'downlink.short.pending', long: 'downlink.long.pending' }
  return time > now
    ? { tone, short: 'downlink.short.expected', long: 'downlink.long.expected', time }
    : { tone, short: 'downlink.short.pending', long: 'downlink.long.wasExpected', time }
}

/** What is known of a downlink that was handed over and has no outcome. */
function ofSent({ down_awaits, down_attempt, down_state_at, device_confirms }: Downlink): Known {
  const time = parseTime(down_state_at) ?? undefined
  if (!down_awaits) {
    const long = device_confirms ? 'downlink.long.handedOver' : 'downlink.long.neverConfirms'
    return { tone: 'none', short: 'downlink.short.handedOver', long, time }
  }
  const name = down_attempt > 1 ? 'awaitsAgain' : 'awaits'
  return { tone: 'waiting', short: `downlink.short.${name}`, long: `downlink.long.${name}`, time }
}

/** Servers without confirmations say no more than a state. */
const PUBLISHED = { pending: 'waiting', sent: 'good', cancelled: 'none' } as const

/** What is known of a downlink; null for an uplink, or a state that is not known. @param now Unix milliseconds */
export function knownOf(message: Downlink, now: number): Known | null {
  const { down_state, down_attempt, device_confirms } = message
  if (down_state === null) return null
  const concluded = ofOutcome(message)
  if (concluded) return concluded
  if (device_confirms === null) {
    const words = `downlink.short.${down_state}` as const
    return { tone: PUBLISHED[down_state], short: words, long: words }
  }
  if (down_state === 'pending') return ofPending(message, now)
  if (down_state === 'sent') return ofSent(message)
  const long = down_attempt > 0 ? 'downlink.long.cancelledAfter' : 'downlink.long.cancelled'
  return { tone: 'none', short: 'downlink.short.cancelled', long }
}
