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

/** How long a person must pause typing before the draft is stored, in milliseconds. */
const PAUSE = 300

interface DraftKeeperProps {
  draftKey: string
  /** Values of the record, without a draft. */
  initial: Record<string, unknown>
  /** The base of the form, if it changes a record. */
  base?: RefObject<FormBase>
  /** Values with which the form starts instead of the record's. */
  suggested?: Record<string, unknown> | undefined
  secrets?: readonly string[]
  /** True once the form was saved or discarded; then nothing is stored. */
  settled: RefObject<boolean>
  /** Called with an offered draft that is not restored yet, in case a save fails meanwhile. */
  onOffer: (draft: Draft | undefined) => void
  /** Called with a draft that is restored. */
  onRestore?: (draft: Draft) => void
  /** The form started with the draft. */
  restored: boolean
  /** Text of the offer; by default, that changes were not saved. */
  notice?: MessageKey
}

/**
 * Shows the server's sentences, or the form's own message, at the fields that they name.
 * @param takesFocus focuses the first of them, just after the form was sent
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

/** Text keys for a field whose value is taken (409). */
export type TakenMessages = Record<string, MessageKey>

/** The form's own text key for an error about a taken value. */
export function takenText(error: unknown, taken: TakenMessages = {}): MessageKey | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined
  return taken[fieldOf(error.body, Object.keys(taken)) ?? '']
}

/** Stores what is typed into the surrounding form, and offers an earlier draft. Use the draft key as its key. */
export function DraftKeeper(props: DraftKeeperProps) {
  const { draftKey, initial, suggested, base, secrets, settled, onOffer, onRestore, restored, notice } = props
  const form = useFormContext()
  const [found] = useState(() => readDraft(draftKey))
  const [offer, setOffer] = useState(restored ? null : found)

  /** The server's sentence applies only to the values that were sent. */
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
    // Runs before the drafts are left to the next tab.
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
    // The draft does not start from the suggested values.
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
