import { useState } from 'react'
import type { RaRecord } from 'react-admin'
import { UserFacingError } from '../../dataProvider/client'
import { type Based, changedSinceOf, isSame } from '../../dataProvider/versionedSave'
import { lazyPart, PartFrame } from '../lazyPart'
import type { Choice, Conflict, FieldView } from './ConflictDialog'
import { type Taken, useConflictText, whoOf } from './conflictText'
import { merge, type Values } from './merge'
import { msg, useTranslate } from './texts'

const ConflictDialog = lazyPart(() => import('./ConflictDialog'))

interface MergedSave<Row> {
  /** The fields of a record as a save sends them. */
  valuesOf: (row: Row) => Values
  /** Sends the values. */
  save: (values: Values, based: Based) => Promise<unknown>
  /** Reads the record again. */
  reload: () => Promise<Row>
  /** How a field is shown. */
  viewOf: (field: string) => FieldView
  /** Whether the form is still mounted, so that it can ask. */
  isThere: () => boolean
}

/** The result of a save; null if the person returned to the form. */
export interface Saved {
  answer: unknown
  values: Values
  /** Other people's changes, in words. */
  othersChanges: string[]
}

/**
 * Saves a record that others may have changed since it was read. Their changes stay and are reported; for conflicts,
 * the person chooses. Render `dialog`.
 */
export function useMergedSave<Row extends RaRecord>({ valuesOf, ...form }: MergedSave<Row>) {
  const translate = useTranslate()
  const conflictText = useConflictText((field) => form.viewOf(field).label)
  const [question, setQuestion] = useState<{ conflict: Conflict; answer: (choice: Choice | null) => void }>()

  const ask = async (conflict: Conflict): Promise<Choice | null> => {
    if (!form.isThere()) throw new UserFacingError(msg('form.conflict.left'))
    const choice = await new Promise<Choice | null>((answer) => setQuestion({ conflict, answer }))
    setQuestion(undefined)
    return choice
  }

  const describe = (taken: Taken): string[] =>
    taken.size > 0 ? [...conflictText(taken), translate('form.conflict.kept')] : []

  /** Errors: those of the calls. */
  const saveMerged = async (typed: Values, start: Based & { data: Values }): Promise<Saved | null> => {
    const taken = new Map<string, string[]>()
    let [values, based] = [typed, start]
    for (;;) {
      try {
        return { answer: await form.save(values, based), values, othersChanges: describe(taken) }
      } catch (error) {
        const since = changedSinceOf(error)
        if (!since) throw error
        const row = await form.reload()
        const theirs = valuesOf(row)
        const merged = merge(based.data, values, theirs)
        const whoChanged = (field: string) => whoOf(since.changes, field)
        for (const field of merged.taken)
          taken.set(field, [...new Set([...(taken.get(field) ?? []), ...whoChanged(field)])])
        values = merged.values
        based = { version: row.version ?? null, data: theirs }
        if (merged.conflicts.length > 0) {
          const fields = merged.conflicts.map((name) => ({
            name,
            who: whoChanged(name),
            ...form.viewOf(name),
          }))
          const choice = await ask({ fields, mine: { ...row, ...values }, theirs: row })
          if (!choice) return null
          for (const name of merged.conflicts) if (choice[name] === 'theirs') values[name] = theirs[name]
        }
        // Nothing is left to send.
        if (isSame(values, theirs)) return { answer: row, values, othersChanges: describe(taken) }
      }
    }
  }

  const answer = question?.answer
  const dialog = question && (
    <PartFrame onClose={() => answer?.(null)}>
      <ConflictDialog
        conflict={question.conflict}
        onChoose={(choice) => answer?.(choice)}
        onClose={() => answer?.(null)}
      />
    </PartFrame>
  )
  return { saveMerged, dialog }
}
