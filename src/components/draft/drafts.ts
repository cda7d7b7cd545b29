import { useMemo, useSyncExternalStore } from 'react'
import { useBasename } from 'react-admin'
import { z } from 'zod'
import { WITH_SECRET_IDS } from '../../addresses'
import { useAccount } from '../../dataProvider/account'
import { draftsOf, keepDraft, removeDraft, storedDraft } from './draftStorage'

const baseSchema = z.object({
  /** Version of the record, where the server counts them. */
  version: z.number().nullable(),
  /** Values of fields of the form, by name. */
  values: z.record(z.string(), z.unknown()),
})

/** What a form is based on: the record as it was when it was read. */
export type FormBase = z.infer<typeof baseSchema>

const draftSchema = z.object({
  /** The changed fields of the form, by name. */
  values: z.record(z.string(), z.unknown()),
  /** What these fields were before; not of a record that is being created. */
  base: baseSchema.optional(),
  /** The server's sentence, when a save failed. */
  error: z.string().optional(),
  /** Key of the form's own text for it. */
  message: z.string().optional(),
  /** The person asked for it: the form starts with it. */
  restore: z.boolean().optional(),
})

/** What was typed into a form and not saved. */
export type Draft = z.infer<typeof draftSchema>

/** In place of an id, for a record that is being created. */
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

/** Replaces a secret in the name of a draft; the secret cannot be derived from it. */
function digest(secret: string): string {
  let hash = 0xcbf29ce484222325n
  for (const char of secret)
    hash = BigInt.asUintN(64, (hash ^ BigInt(char.codePointAt(0) ?? 0)) * 0x100000001b3n)
  return hash.toString(36)
}

/** Where the draft of one form is kept: by account and space, so that nobody is offered the draft of somebody else. */
export const draftKey = (accountId: string, basename: string, resource: string, id: string) =>
  `${draftsOf(accountId)}${basename}/${resource}/${WITH_SECRET_IDS.has(resource) && id !== NEW ? digest(id) : id}`

export const readDraft = (key: string): Draft | null => parseDraft(storedDraft(key))

/** Keeps a draft until it is cleared. */
export function writeDraft(key: string, draft: Draft) {
  keepDraft(key, JSON.stringify(draft))
  changed()
}

/** Forgets what was typed. */
export function clearDraft(key: string) {
  removeDraft(key)
  changed()
}

/** The fields that differ from what the form began with, without the secret ones. */
export function changedFields(
  initial: Record<string, unknown>,
  now: Record<string, unknown>,
  secrets: readonly string[] = [],
): Record<string, unknown> {
  const isChanged = ([name, value]: [string, unknown]) =>
    !secrets.includes(name) && JSON.stringify(value ?? '') !== JSON.stringify(initial[name] ?? '')
  return Object.fromEntries(Object.entries(now).filter(isChanged))
}

/** What a form is based on that starts with a draft: of the fields in it, what they were when they were typed. */
export const withBaseOf = (base: FormBase, draft: Pick<Draft, 'base'> | null | undefined): FormBase =>
  draft?.base ? { version: draft.base.version, values: { ...base.values, ...draft.base.values } } : base

/** What is kept of a form: its changed fields, and those that were offered before and not taken up. */
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

/** The field that a server's sentence is about: the sentence begins with its name. */
export const fieldOf = <Field extends string>(
  sentence: string,
  fields: readonly Field[],
): Field | undefined => fields.find((field) => new RegExp(`^${field}(?![\\w-])`).test(sentence))

/**
 * What a server's answer says about each field: its sentences, of which each begins with the name of a field, are separated by `; `.
 * What is about none of the fields belongs to the sentence before; at the beginning, to no field.
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

/** Key of a record's draft (`new` for one that is being created); null until it is known who is signed in. */
export function useDraftKey(resource: string, id: string): string | null {
  const accountId = useAccount().profile?.id
  const basename = useBasename()
  return accountId ? draftKey(accountId, basename, resource, id) : null
}

/** The unsaved changes of a record, and what can be done with them. */
export function useDraft(resource: string, id: string) {
  const key = useDraftKey(resource, id)
  const text = useSyncExternalStore(subscribe, () => (key === null ? null : storedDraft(key)))
  const draft = useMemo(() => parseDraft(text), [text])
  return {
    draft,
    /** The form starts with the draft when it opens next. */
    restore: () => {
      if (key && draft) writeDraft(key, { ...draft, restore: true })
    },
    discard: () => {
      if (key) clearDraft(key)
    },
  }
}
