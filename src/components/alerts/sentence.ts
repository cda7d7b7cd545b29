import { type Condition, isOfConnectors, type Scope } from '#contract/alerts'
import { formatDuration } from '#contract/connectors'
import type { Translate } from '../../i18n/translate'
import type { AlertsTexts } from './texts'

type AlertsTranslate = Translate<AlertsTexts>

const isUnit = (unit: string | undefined): unit is 'd' | 'h' | 'm' | 's' =>
  unit === 'd' || unit === 'h' || unit === 'm' || unit === 's'

/** Seconds in words, in the accusative in Czech: "1 hour 30 minutes". */
export const spanText = (seconds: number, translate: AlertsTranslate): string =>
  formatDuration(Math.max(1, Math.round(seconds)))
    .split(' ')
    .map((part) => {
      const unit = part.at(-1)
      return isUnit(unit)
        ? translate(`alerts.span.${unit}`, { smart_count: Number.parseInt(part, 10) })
        : part
    })
    .join(' ')

/** From the first duration on, everything below the second is left out, both in seconds: days need no minutes. */
const PRECISION = [
  [86_400, 3600],
  [600, 60],
] as const

/** A duration in words: "3 hours 5 minutes". */
export function lastingText(milliseconds: number, translate: AlertsTranslate): string {
  const seconds = Math.floor(Math.max(0, milliseconds) / 1000)
  const [, size] = PRECISION.find(([from]) => seconds >= from) ?? [0, 1]
  return spanText(seconds - (seconds % size), translate)
}

/** The words for a sentence. */
export interface Words {
  translate: AlertsTranslate
  /** Formats a number without a unit. */
  number: (value: number) => string
  /** The label of a value, and the format of its readings. */
  value: (path: string) => { label: string; text: (value: number) => string }
  /** The names of alternative tags: "roof or cellar". */
  tags: (ids: readonly string[]) => string
  /** The name of a device or connector; null until known. */
  device: (id: string) => string | null
  /** The name of a view. */
  view: (id: string) => string
  connector: (id: string) => string | null
}

/** The kind of text for a scope, and its placeholders. */
export function scopeWords(scope: Scope, { tags, device, connector, view }: Words) {
  if (scope.kind === 'all') return ['all', {}] as const
  if (scope.kind === 'tags') return ['tags', { tags: tags(scope.tag_ids) }] as const
  if (scope.kind === 'view') return ['view', { name: view(scope.view_id) }] as const
  const ids = scope.kind === 'devices' ? scope.device_ids : scope.connector_ids
  const [id = '', ...others] = ids
  const nameOf = scope.kind === 'devices' ? device : connector
  const name = others.length === 0 ? nameOf(id) : null
  if (name !== null) return ['one', { name }] as const
  return ['some', { smart_count: ids.length }] as const
}

/** How long the condition must hold; undefined if once is enough. */
export function lastingWords(
  condition: Condition,
  { translate }: Pick<Words, 'translate'>,
): string | undefined {
  if (condition.kind !== 'above' && condition.kind !== 'below') return undefined
  const { readings: smart_count, seconds } = condition
  const span = spanText(seconds, translate)
  if (smart_count > 1)
    return translate(seconds > 0 ? 'alerts.sentence.both' : 'alerts.sentence.readings', { smart_count, span })
  return seconds > 0 ? translate('alerts.sentence.span', { span }) : undefined
}

/** The value at which an alert ends, if it differs from the limit. */
export function untilWords(condition: Condition, { translate, value }: Pick<Words, 'translate' | 'value'>) {
  if (condition.kind !== 'above' && condition.kind !== 'below') return undefined
  const { path, limit, end } = condition
  if (end === null || end === limit) return undefined
  return translate('alerts.sentence.until', { end: value(path).text(end) })
}

/**
 * The condition without its duration.
 * @param subject the device or connector
 */
function headOf(condition: Condition, subject: string, { translate, number, value }: Words): string {
  switch (condition.kind) {
    case 'silent':
      return translate('alerts.sentence.silent', {
        device: subject,
        span: spanText(condition.seconds, translate),
      })
    case 'late':
      return translate('alerts.sentence.late', { device: subject, times: number(condition.intervals) })
    case 'above':
    case 'below': {
      const { label, text } = value(condition.path)
      return translate(`alerts.sentence.${condition.kind}`, { value: label, limit: text(condition.limit) })
    }
    case 'unchanged':
    case 'missing': {
      const span = spanText(condition.seconds, translate)
      return translate(`alerts.sentence.${condition.kind}`, { value: value(condition.path).label, span })
    }
    case 'jump': {
      const { label, text } = value(condition.path)
      return translate('alerts.sentence.jump', { value: label, by: text(condition.by) })
    }
    case 'boots':
      return translate('alerts.sentence.boots', { device: subject, smart_count: condition.times })
    case 'connectorFails':
    case 'connectorBehind':
      return translate(`alerts.sentence.${condition.kind}`, {
        connector: subject,
        span: spanText(condition.seconds, translate),
      })
    case 'firmwareFailed':
      return translate('alerts.sentence.firmwareFailed')
  }
}

/** Whether a sentence ends with the devices. */
const saysWhere = (condition: Condition) => 'path' in condition || condition.kind === 'firmwareFailed'

/**
 * A rule as a sentence: "When level is below 20 % for 15 minutes, until it is back at 25 %, on devices with the tag
 * reservoir".
 * @param scope null leaves the devices out
 */
export function sentenceOf(condition: Condition, scope: Scope | null, words: Words): string {
  const { translate } = words
  const [kind, names] = scope ? scopeWords(scope, words) : (['a', {}] as const)
  const head = [
    headOf(
      condition,
      translate(`alerts.${isOfConnectors(condition) ? 'connector' : 'subject'}.${kind}`, names),
      words,
    ),
    lastingWords(condition, words),
  ]
  const where = kind !== 'a' && saysWhere(condition) && translate(`alerts.where.${kind}`, names)
  return [head.filter(Boolean).join(' '), untilWords(condition, words), where].filter(Boolean).join(', ')
}
