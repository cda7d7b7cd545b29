import type { Condition } from '#contract/alerts'
import { lastingWords, spanText, untilWords, type Words } from '../../../components/alerts/sentence'
import type { Translate } from '../../../i18n/translate'
import type { AlertRulesTexts } from '../texts'

/** Where a condition differs from another of its kind: "for 15 minutes". */
export function variantText(
  variant: Condition,
  condition: Condition,
  words: Words,
  translate: Translate<AlertRulesTexts>,
): string {
  switch (variant.kind) {
    case 'silent':
    case 'missing':
    case 'unchanged':
    case 'connectorFails':
    case 'connectorBehind':
      return translate('alert-rules.preview.span', { span: spanText(variant.seconds, words.translate) })
    case 'late':
      return translate('alert-rules.preview.times', { times: words.number(variant.intervals) })
    case 'boots':
      return translate('alert-rules.preview.boots', { smart_count: variant.times })
    case 'jump':
      return translate('alert-rules.preview.by', { by: words.value(variant.path).text(variant.by) })
    case 'above':
    case 'below': {
      const own = new Set([lastingWords(condition, words), untilWords(condition, words)])
      const parts = [lastingWords(variant, words), untilWords(variant, words)].filter(Boolean)
      const news = parts.filter((part) => !own.has(part))
      return (news.length > 0 ? news : parts).join(', ')
    }
    case 'firmwareFailed':
      // There is no stricter variant.
      return ''
  }
}
