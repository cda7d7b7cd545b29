import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { type UseFormReturn, useFormContext } from 'react-hook-form'
import { DraftNotice } from '../DraftNotice'
import { changedFields, clearDraft, type Draft, fieldOf, readDraft, writeDraft } from '../drafts'

/** How long a person must pause before what they typed is kept, in milliseconds. */
const PAUSE = 300

interface DraftKeeperProps {
  draftKey: string
  /** Values of the record, without any draft. */
  initial: Record<string, unknown>
  secrets?: readonly string[]
  /** True once the form was saved or discarded: then nothing is kept. */
  settled: RefObject<boolean>
  /** Hears what is offered and not taken up yet, for a save that fails meanwhile. */
  onOffer: (values: Draft['values'] | undefined) => void
  /** The form started with the draft. */
  restored: boolean
}

/** Shows the server's sentence, or the form's own message for it, at the field that it speaks of. */
export function showServerError(
  { setError, getValues }: UseFormReturn,
  sentence: string | undefined,
  message = sentence,
) {
  const field = sentence && fieldOf(sentence, Object.keys(getValues()))
  if (field) setError(field, { type: 'server', message })
}

/** Keeps what is typed into the form around it, and offers what was kept before. Give it the key as its key. */
export function DraftKeeper({ draftKey, initial, secrets, settled, onOffer, restored }: DraftKeeperProps) {
  const form = useFormContext()
  const [found] = useState(() => readDraft(draftKey))
  const [offer, setOffer] = useState(restored ? null : found)

  /** The server's sentence holds as long as the values that it was about. */
  const errorOf = (values: Draft['values']) => {
    const stored = readDraft(draftKey)
    return JSON.stringify(stored?.values) === JSON.stringify(values) ? stored?.error : undefined
  }

  const keep = useEffectEvent(() => {
    if (settled.current) return
    const values = { ...offer?.values, ...changedFields(initial, form.getValues(), secrets) }
    if (Object.keys(values).length === 0) clearDraft(draftKey)
    else writeDraft(draftKey, { values, error: errorOf(values) })
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
    window.addEventListener('pagehide', keepNow)
    return () => {
      unsubscribe()
      window.removeEventListener('pagehide', keepNow)
      keepNow()
    }
  }, [form])

  useEffect(() => onOffer(offer?.values), [offer, onOffer])

  useEffect(() => {
    if (restored) showServerError(form, found?.error)
  }, [form, found, restored])

  if (!offer) return null
  const restore = () => {
    form.reset({ ...form.getValues(), ...offer.values }, { keepDefaultValues: true })
    setOffer(null)
    showServerError(form, offer.error)
  }
  const discard = () => {
    setOffer(null)
    clearDraft(draftKey)
  }
  return <DraftNotice error={offer.error} onRestore={restore} onDiscard={discard} />
}
