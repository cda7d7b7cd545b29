import { GUEST_HOURS_MAX, type GuestShows } from '#contract/guestLinks'
import { useTranslate } from './texts'

const DAY_HOURS = 24

/** Hours of a history to choose from; null shows no history. */
export const HOURS: readonly (number | null)[] = [
  null,
  DAY_HOURS,
  7 * DAY_HOURS,
  30 * DAY_HOURS,
  90 * DAY_HOURS,
  GUEST_HOURS_MAX,
]

/** What a link shows, in words: "The last 7 days". */
export function useShowsText(): (hours: number | null) => string {
  const translate = useTranslate()
  return (hours) => {
    if (hours === null) return translate('guestLinks.share.device')
    return hours % DAY_HOURS === 0
      ? translate('guestLinks.share.days', { smart_count: hours / DAY_HOURS })
      : translate('guestLinks.share.hours', { smart_count: hours })
  }
}

/** Hours of the history that a link shows; null without one. */
export const hoursOf = (shows: GuestShows): number | null => (shows.kind === 'history' ? shows.hours : null)
