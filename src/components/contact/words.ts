import { MINUTE } from '#contract/common/durations'
import type { Clock } from '../../clock'
import type { Translate } from '../../i18n/translate'
import { lastingOf, sinceOf, spanOf } from './spans'
import type { ContactTexts } from './texts'

/** "every 30 minutes"; the span is in seconds. */
export function every(seconds: number, translate: Translate<ContactTexts>): string {
  const { unit, count } = spanOf(seconds * 1000)
  return translate(`contact.every.${unit}`, { smart_count: count })
}

const written = ({ unit, count }: ReturnType<typeof lastingOf>, translate: Translate<ContactTexts>) =>
  translate(`contact.lasting.${unit}`, { smart_count: count })

/** "6 days"; the time is in milliseconds. */
export const lasting = (milliseconds: number, translate: Translate<ContactTexts>): string =>
  written(lastingOf(milliseconds), translate)

/** By how much two clocks differ, "3 hours"; in milliseconds, of which seconds say nothing: answers take as long. */
export const differing = (milliseconds: number, translate: Translate<ContactTexts>): string =>
  written(spanOf(Math.round(Math.abs(milliseconds) / MINUTE) * MINUTE), translate)

/** "6 days" from a time to a later one, beside which "6 days ago" may stand. */
export const lastingSince = (
  time: number,
  now: number,
  { zone }: Clock,
  translate: Translate<ContactTexts>,
): string => written(sinceOf(time, now, zone), translate)
