import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { type UseFormReturn, useFormContext } from 'react-hook-form'
import { ApiError } from '../../dataProvider/client'
import type { MessageKey } from '../../i18n/translate'
import { DraftNotice } from '../draft/DraftNotice'
import {
  changedFields,
  clearDraft,
  type Draft,
  draftOf,
  type FormBase,
  fieldOf,
  readDraft,
  refusalsOf,
  writeDraft,
} from '../draft/drafts'

/** How long a person must pause before what they typed is kept, in milliseconds. */
const PAUSE = 300

interface DraftKeeperProps {
  draftKey: string
  /** Values of the record, without any draft. */
  initial: Record<string, unknown>
  /** What the form is based on, where it changes a record. */
  base?: RefObject<FormBase>
  /** What the form starts with instead of the record's values. */
  suggested?: Record<string, unknown> | undefined
  secrets?: readonly string[]
  /** True once the form was saved or discarded: then nothing is kept. */
  settled: RefObject<boolean>
  /** Is told of an offered draft that is not restored yet, in case a save fails meanwhile. */
  onOffer: (draft: Draft | undefined) => void
  /** Is told of an offered draft that is restored. */
  onRestore?: (draft: Draft) => void
  /** The form started with the draft. */
  restored: boolean
  /** What the offer says; that changes were not saved, unless given. */
  notice?: MessageKey
}

/**
 * Shows what the server says, or the form's own message for it, at the fields that it is about.
 * @param takesFocus the first of them gets the focus: the form was sent a moment ago
 */
export function showServerError(
  { setError, getValues }: UseFormReturn,
  answer: string | undefined,
  message?: string,
  takesFocus = false,
) {
  if (answer === undefined) return
  let shouldFocus = takesFocus
  for (const [field, sentence] of refusalsOf(answer, Object.keys(getValues()))) {
    if (field === undefined) continue
    setError(field, { type: 'server', message: message ?? sentence }, { shouldFocus })
    shouldFocus = false
  }
}

/** Message keys for a field whose value the server says (409) is taken. */
export type TakenMessages = Record<string, MessageKey>

/** The form's own text for an error that says that a value is taken. */
export function takenText(error: unknown, taken: TakenMessages = {}): MessageKey | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined
  return taken[fieldOf(error.body, Object.keys(taken)) ?? '']
}

/** Keeps what is typed into the form around it, and offers what was kept before. Give it the key as its key. */
export function DraftKeeper(props: DraftKeeperProps) {
  const { draftKey, initial, suggested, base, secrets, settled, onOffer, onRestore, restored, notice } = props
  const form = useFormContext()
  const [found] = useState(() => readDraft(draftKey))
  const [offer, setOffer] = useState(restored ? null : found)

  /** The server's sentence holds as long as the values that it was about. */
  const errorOf = (values: Draft['values']) => {
    const stored = readDraft(draftKey)
    if (JSON.stringify(stored?.values) !== JSON.stringify(values)) return {}
    return { error: stored?.error, message: stored?.message }
  }

  const keep = useEffectEvent(() => {
    if (settled.current) return
    const kept = draftOf(changedFields(initial, form.getValues(), secrets), base?.current, offer)
    if (Object.keys(kept.values).length === 0) clearDraft(draftKey)
    else writeDraft(draftKey, { ...kept, ...errorOf(kept.values) })
  })

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const keepNow = () => {
      if (timer === undefined) return
      clearTimeout(timer)
      timer = undefined
      keep()
    }
    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer)
        timer = setTimeout(keepNow, PAUSE)
      },
    })
    // Before the drafts are left to the next tab.
    window.addEventListener('pagehide', keepNow, { capture: true })
    return () => {
      unsubscribe()
      window.removeEventListener('pagehide', keepNow, { capture: true })
      keepNow()
    }
  }, [form])

  useEffect(() => onOffer(offer ?? undefined), [offer, onOffer])

  useEffect(() => {
    if (restored) showServerError(form, found?.error, found?.message)
  }, [form, found, restored])

  if (!offer) return null
  const restore = () => {
    onRestore?.(offer)
    // The draft is of another beginning.
    const begun = Object.fromEntries(Object.keys(suggested ?? {}).map((field) => [field, initial[field]]))
    form.reset({ ...form.getValues(), ...begun, ...offer.values }, { keepDefaultValues: true })
    setOffer(null)
    showServerError(form, offer.error, offer.message)
  }
  const discard = () => {
    setOffer(null)
    clearDraft(draftKey)
  }
  const { error, message } = offer
  return <DraftNotice {...{ text: notice, error, message }} onRestore={restore} onDiscard={discard} />
}
