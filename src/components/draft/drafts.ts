import { useMemo, useSyncExternalStore } from 'react'
import { useBasename } from 'react-admin'
import { z } from 'zod'
import { WITH_SECRET_IDS } from '../../addresses'
import { useAccount } from '../../dataProvider/account'
import { draftsOf, keepDraft, removeDraft, storedDraft } from './draftStorage'

const baseSchema = z.object({
  /** Version of the record, if the server counts versions. */
  version: z.number().nullable(),
  /** Form values by field. */
  values: z.record(z.string(), z.unknown()),
})

/** The state of the record on which a form is based. */
export type FormBase = z.infer<typeof baseSchema>

const draftSchema = z.object({
  /** Changed form values by field. */
  values: z.record(z.string(), z.unknown()),
  /** Earlier values of these fields; undefined for a new record. */
  base: baseSchema.optional(),
  /** The server's sentence, if a save failed. */
  error: z.string().optional(),
  /** The form's own text key for that error. */
  message: z.string().optional(),
  /** The person has asked to restore it, so the form starts with it. */
  restore: z.boolean().optional(),
})

/** Unsaved changes in a form. */
export type Draft = z.infer<typeof draftSchema>

/** Used instead of an id for a new record. */
export const NEW = 'new'

const changes = new EventTarget()
const changed = () => changes.dispatchEvent(new Event('change'))

const subscribe = (listener: () => void) => {
  changes.addEventListener('change', listener)
  return () => changes.removeEventListener('change', listener)
}

function parseDraft(text: string | null): Draft | null {
  if (text === null) return null
  try {
    return draftSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** Replaces a secret in a draft's key; the secret cannot be derived from it. */
function digest(secret: string): string {
  let hash = 0xcbf29ce484222325n
  for (const char of secret)
    hash = BigInt.asUintN(64, (hash ^ BigInt(char.codePointAt(0) ?? 0)) * 0x100000001b3n)
  return hash.toString(36)
}

/** Storage key of a form's draft. It has the account and space, so that a draft is only offered to its author. */
export const draftKey = (accountId: string, basename: string, resource: string, id: string) =>
  `${draftsOf(accountId)}${basename}/${resource}/${WITH_SECRET_IDS.has(resource) && id !== NEW ? digest(id) : id}`

export const readDraft = (key: string): Draft | null => parseDraft(storedDraft(key))

/** Stores a draft until it is cleared. */
export function writeDraft(key: string, draft: Draft) {
  keepDraft(key, JSON.stringify(draft))
  changed()
}

export function clearDraft(key: string) {
  removeDraft(key)
  changed()
}

/** Fields that differ from their initial values, except secrets. */
export function changedFields(
  initial: Record<string, unknown>,
  now: Record<string, unknown>,
  secrets: readonly string[] = [],
): Record<string, unknown> {
  const isChanged = ([name, value]: [string, unknown]) =>
    !secrets.includes(name) && JSON.stringify(value ?? '') !== JSON.stringify(initial[name] ?? '')
  return Object.fromEntries(Object.entries(now).filter(isChanged))
}

/** The base of a form that starts with a draft: fields of the draft keep the base on which they were typed. */
export const withBaseOf = (base: FormBase, draft: Pick<Draft, 'base'> | null | undefined): FormBase =>
  draft?.base ? { version: draft.base.version, values: { ...base.values, ...draft.base.values } } : base

/** The draft of a form: its changed fields, and fields of an earlier draft that was offered but not restored. */
export function draftOf(
  changed: Record<string, unknown>,
  base: FormBase | undefined,
  offered?: Pick<Draft, 'values' | 'base'> | null,
): Pick<Draft, 'values' | 'base'> {
  const values = { ...offered?.values, ...changed }
  if (!base || base.version === null) return { values }
  const before = withBaseOf(base, offered)
  const ofValues = Object.entries(before.values).filter(([name]) => name in values)
  return { values, base: { version: before.version, values: Object.fromEntries(ofValues) } }
}

/** The field to which a server's sentence refers: the sentence begins with its name. */
export const fieldOf = <Field extends string>(
  sentence: string,
  fields: readonly Field[],
): Field | undefined => fields.find((field) => new RegExp(`^${field}(?![\\w-])`).test(sentence))

/**
 * Splits a server's answer by field. Sentences are separated by `; ` and begin with a field name. A sentence without
 * one belongs to the sentence before; the first such sentence belongs to no field.
 */
export function refusalsOf<Field extends string>(
  answer: string,
  fields: readonly Field[],
): Map<Field | undefined, string> {
  const refusals = new Map<Field | undefined, string>()
  let field: Field | undefined
  for (const sentence of answer.split('; ')) {
    field = fieldOf(sentence, fields) ?? field
    const before = refusals.get(field)
    refusals.set(field, before === undefined ? sentence : `${before}; ${sentence}`)
  }
  return refusals
}

/** Storage key of a record's draft (`new` for a new record); null until the signed-in person is known. */
export function useDraftKey(resource: string, id: string): string | null {
  const accountId = useAccount().profile?.id
  const basename = useBasename()
  return accountId ? draftKey(accountId, basename, resource, id) : null
}

/** The draft of a record, with functions to restore and discard it. */
export function useDraft(resource: string, id: string) {
  const key = useDraftKey(resource, id)
  const text = useSyncExternalStore(subscribe, () => (key === null ? null : storedDraft(key)))
  const draft = useMemo(() => parseDraft(text), [text])
  return {
    draft,
    /** Makes the form start with the draft when it next opens. */
    restore: () => {
      if (key && draft) writeDraft(key, { ...draft, restore: true })
    },
    discard: () => {
      if (key) clearDraft(key)
    },
  }
}
