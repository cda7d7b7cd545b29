import { useLocale } from 'react-admin'
import { healthOf } from '#contract/connectors'
import { formatSpan } from '../../../components/page/TimeText'
import { useTranslate } from '../../../i18n/translate'
import type { Hour } from './hours'

/** What is said of an hour: when it was, how it went, and its numbers. */
export function useHourText() {
  const translate = useTranslate()
  const locale = useLocale()
  return (hour: Hour) => ({
    span: formatSpan(hour.start, hour.end + 1, locale),
    health: translate(`connectors.heatmap.health.${healthOf(hour)}`),
    counts: [
      translate('connectors.heatmap.success', { count: hour.success }),
      translate('connectors.heatmap.failed', { count: hour.failed }),
      ...hour.attempts.map((count, index) =>
        translate('connectors.heatmap.attempt', { number: index + 1, count }),
      ),
    ],
  })
}
