import { MINUTE } from '#contract/common/durations'
import type { DeviceState } from '#contract/devices'
import type { Clock } from '../../clock'
import type { Translate } from '../../i18n/translate'
import type { Tone } from '../value/StateText'
import { lastingOf, sinceOf, spanOf } from './spans'
import type { ContactTexts } from './texts'

/** How each state of a device is marked. */
export const STATE_TONES: Record<DeviceState, Tone> = {
  on_time: 'good',
  late: 'warning',
  silent: 'bad',
  never: 'none',
}

/** "every 30 minutes"; takes seconds. */
export function every(seconds: number, translate: Translate<ContactTexts>): string {
  const { unit, count } = spanOf(seconds * 1000)
  return translate(`contact.every.${unit}`, { smart_count: count })
}

const written = ({ unit, count }: ReturnType<typeof lastingOf>, translate: Translate<ContactTexts>) =>
  translate(`contact.lasting.${unit}`, { smart_count: count })

/** "6 days"; takes milliseconds. */
export const lasting = (milliseconds: number, translate: Translate<ContactTexts>): string =>
  written(lastingOf(milliseconds), translate)

/** The difference of two clocks: "3 hours". Takes milliseconds; rounds to minutes, because answers take seconds. */
export const differing = (milliseconds: number, translate: Translate<ContactTexts>): string =>
  written(spanOf(Math.round(Math.abs(milliseconds) / MINUTE) * MINUTE), translate)

/** "6 days" from a time to a later one; consistent with "6 days ago". */
export const lastingSince = (
  time: number,
  now: number,
  { zone }: Clock,
  translate: Translate<ContactTexts>,
): string => written(sinceOf(time, now, zone), translate)
