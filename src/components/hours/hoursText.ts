import type { WeeklyHours } from '#contract/common'
import { useListText } from '../value/listText'
import { useTranslate } from './texts'

const DAYS = ['d0', 'd1', 'd2', 'd3', 'd4', 'd5', 'd6'] as const

/** Days of the week, from Monday. */
export const WEEK_DAYS = [1, 2, 3, 4, 5, 6, 0] as const

/** Key of a day's name. */
export const dayName = (day: number) => DAYS[day] ?? 'd0'

/** Hours of the week in words, with their zone. */
export function useHoursText(): (hours: WeeklyHours & { timezone: string }) => string {
  const translate = useTranslate()
  const list = useListText()
  return ({ from, to, days, timezone }) => {
    const names =
      days.length === 7
        ? translate('hours.everyDay')
        : list(
            WEEK_DAYS.filter((day) => days.includes(day)).map((day) =>
              translate(`hours.short.${dayName(day)}`),
            ),
          )
    return translate('hours.text', { from, to, days: names, zone: timezone })
  }
}
