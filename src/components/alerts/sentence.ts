import { type Condition, isOfConnectors, type Scope } from '#contract/alerts'
import { formatDuration } from '#contract/connectors'
import type { Translate } from '../../i18n/translate'
import type { AlertsTexts } from './texts'

type Told = Translate<AlertsTexts>

const isUnit = (unit: string | undefined): unit is 'd' | 'h' | 'm' | 's' =>
  unit === 'd' || unit === 'h' || unit === 'm' || unit === 's'

/** Seconds in words, in Czech in the accusative: "1 hour 30 minutes". */
export const spanText = (seconds: number, translate: Told): string =>
  formatDuration(Math.max(1, Math.round(seconds)))
    .split(' ')
    .map((part) => {
      const unit = part.at(-1)
      return isUnit(unit)
        ? translate(`alerts.span.${unit}`, { smart_count: Number.parseInt(part, 10) })
        : part
    })
    .join(' ')

/** The size, in seconds, of what is left out of a span that is as long as this: nobody counts the seconds of a day. */
const PRECISION = [
  [86_400, 3600],
  [600, 60],
] as const

/** How long something has lasted, in words: "3 hours 5 minutes". */
export function lastingText(milliseconds: number, translate: Told): string {
  const seconds = Math.floor(Math.max(0, milliseconds) / 1000)
  const [, size] = PRECISION.find(([from]) => seconds >= from) ?? [0, 1]
  return spanText(seconds - (seconds % size), translate)
}

/** What a sentence needs to know. */
export interface Words {
  translate: Told
  /** Writes a number without a unit. */
  number: (value: number) => string
  /** What a value is called, and how one of its values is written. */
  value: (path: string) => { label: string; text: (value: number) => string }
  /** The names of tags, one of which a device has: "roof or cellar". */
  tags: (ids: readonly string[]) => string
  /** The name of a device, or of a connector; null until it is known. */
  device: (id: string) => string | null
  connector: (id: string) => string | null
}

/** What a scope says of devices or connectors, by its kind. */
export function scopeWords(scope: Scope, { tags, device, connector }: Words) {
  if (scope.kind === 'all') return ['all', {}] as const
  if (scope.kind === 'tags') return ['tags', { tags: tags(scope.tag_ids) }] as const
  const ids = scope.kind === 'devices' ? scope.device_ids : scope.connector_ids
  const [id = '', ...others] = ids
  const nameOf = scope.kind === 'devices' ? device : connector
  const name = others.length === 0 ? nameOf(id) : null
  if (name !== null) return ['one', { name }] as const
  return ['some', { smart_count: ids.length }] as const
}

/** How long it must be so; undefined where once is enough. */
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

/** At which value it ends, where that is another than the one at which it begins. */
export function untilWords(condition: Condition, { translate, value }: Pick<Words, 'translate' | 'value'>) {
  if (condition.kind !== 'above' && condition.kind !== 'below') return undefined
  const { path, limit, end } = condition
  if (end === null || end === limit) return undefined
  return translate('alerts.sentence.until', { end: value(path).text(end) })
}

/** What is so, without how long. @param subject the device or connector that it is so of */
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

/** Whether a sentence says at its end which devices it is about. */
const saysWhere = (condition: Condition) => 'path' in condition || condition.kind === 'firmwareFailed'

/**
 * A rule as a sentence: "When level is below 20 % for 15 minutes, until it is back at 25 %, on devices with the tag reservoir".
 * @param scope null says nothing of the devices
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
