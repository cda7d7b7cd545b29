import { useLocale } from 'react-admin'
import type { ChangeSince } from '#contract/common'
import type { MessageKey } from '../../i18n/translate'
import { useTranslate } from './texts'

/** Names of the people who changed a field, each once. */
export const whoOf = (changes: readonly ChangeSince[], field: string): string[] => {
  const names = changes.flatMap(({ fields, by }) => (fields.includes(field) && by !== null ? by : []))
  return [...new Set(names)]
}

/** Fields with the names of the people who changed them. */
export type Taken = ReadonlyMap<string, readonly string[]>

/** The changes of others. The empty field name means an unknown change. */
export function takenOf(changes: readonly ChangeSince[]): Taken {
  const fields = changes.flatMap((change) => change.fields)
  return new Map((fields.length > 0 ? fields : ['']).map((name) => [name, whoOf(changes, name)]))
}

/** Describes who changed which fields meanwhile, in one sentence for all fields of the same people. */
export function useConflictText(labelOf: (field: string) => MessageKey | undefined) {
  const translate = useTranslate()
  const list = new Intl.ListFormat(useLocale(), { type: 'conjunction' })
  return (taken: Taken): string[] => {
    const byPeople = new Map<string, string[]>()
    for (const [name, names] of taken) {
      const who = names.length > 0 ? list.format(names) : translate('form.conflict.somebody')
      const label = labelOf(name)
      const field = label && translate('form.conflict.field', { field: translate(label) })
      byPeople.set(who, [...(byPeople.get(who) ?? []), ...(field ? [field] : [])])
    }
    return [...byPeople].map(([who, fields]) =>
      fields.length > 0
        ? translate('form.conflict.changed', { who, fields: list.format(fields) })
        : translate('form.conflict.changedThis', { who }),
    )
  }
}
