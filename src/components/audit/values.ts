import { useCallback } from 'react'
import { type AuditEntry, HIDDEN } from '#contract/audit'
import { isObject, ownOf } from '#contract/common'
import { formatTime, useClock } from '../../clock'
import { useNumberText } from '../../numbers'
import { labelOf, partLabelOf, valueLabelOf } from './labels'
import { useTranslate } from './texts'

/** The value of a field in an entry. */
export type Value = NonNullable<AuditEntry['after']>[string]

/** Longer texts are compared line by line. */
const LONG = 160
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

/** Whether a value is a text that needs its own view. */
export const isLong = (value: Value | undefined): value is string =>
  typeof value === 'string' && (value.length > LONG || value.includes('\n'))

export const isNothing = (value: Value): boolean =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)

/** A field of an entry; undefined where it had no value at that time. */
export interface Changed {
  field: string
  before: Value | undefined
  after: Value | undefined
}

/** The fields of an entry, in the order of the log. */
export function changedOf({ before, after }: Pick<AuditEntry, 'before' | 'after'>): Changed[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return Array.from(names, (field) => ({
    field,
    before: before ? ownOf(before, field) : undefined,
    after: after ? ownOf(after, field) : undefined,
  }))
}

/** Formats logged values for people: tags and other records by name, secrets and times in words. */
export function useValueText(action: string) {
  const translate = useTranslate()
  const clock = useClock()
  const numberText = useNumberText()
  return useCallback(
    function textOf(value: Value): string {
      if (value === null || isNothing(value)) return translate('audit.changes.nothing')
      if (value === HIDDEN) return translate('audit.changes.hidden')
      if (typeof value === 'boolean') return translate(value ? 'ra.boolean.true' : 'ra.boolean.false')
      if (typeof value === 'string') {
        const label = valueLabelOf(action, value)
        if (label) return translate(label)
        return ISO_TIME.test(value) ? formatTime(Date.parse(value), clock) : value
      }
      if (typeof value === 'number') return numberText(value)
      if (Array.isArray(value)) return value.map(textOf).join(', ')
      if (!isObject(value)) return ''
      if (typeof value.name === 'string') return value.name
      return Object.entries(value)
        .map(([name, part]) => {
          const label = partLabelOf(action, name)
          return `${label === undefined ? name : translate(label)}: ${textOf(part)}`
        })
        .join(', ')
    },
    [action, translate, clock, numberText],
  )
}

/** The label of a changed field, or its name. */
export function useLabelOf() {
  const translate = useTranslate()
  return (action: string, field: string) => {
    const label = labelOf(action, field)
    return label === undefined ? field : translate(label)
  }
}
