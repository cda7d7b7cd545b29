import { Alert, Box } from '@mui/material'
import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { RecordContextProvider, useLocale, useRecordContext, ValidationError } from 'react-admin'
import {
  type DefaultValues,
  type FieldError,
  type FieldValues,
  FormProvider,
  type UseFormReturn,
  useForm,
  useFormContext,
  useFormState,
} from 'react-hook-form'
import type { z } from 'zod'
import { ApiError } from '../../../dataProvider/client'
import { type MessageKey } from '../../../i18n/translate'
import { DraftNotice } from '../DraftNotice'
import {
  changedFields,
  clearDraft,
  type Draft,
  draftOf,
  type FormBase,
  fieldOf,
  readDraft,
  refusalsOf,
  withBaseOf,
  writeDraft,
} from '../drafts'
import { contractResolver, type ResolverOptions } from './resolver'
import { useTranslate } from './texts'

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

export interface DraftFormProps<Values extends FieldValues, Schema extends z.ZodType>
  extends Pick<ResolverOptions<Values, Schema>, 'schema' | 'messages' | 'units'> {
  /** Where unsaved changes are kept; null keeps none. */
  draftKey: string | null
  /** What the form starts with; later changes of the record do not reach a form that is open. */
  initial: Values
  /** What it starts with instead, as if it had been typed: a draft holds it once something is typed. */
  suggested?: Partial<Values> | undefined
  /** Version of the record that it starts with. */
  version?: number | null
  codec: Pick<ResolverOptions<Values, Schema>, 'fromForm' | 'formPath'>
  /** Fields that no draft may hold. */
  secrets?: readonly (keyof Values & string)[]
  /** What the offer of a draft says; that changes were not saved, unless given. */
  draftNotice?: MessageKey
  taken?: TakenMessages
  /** It is a part of a page that people read first: the focus stays where it is. */
  isPart?: boolean
  /** Sends it. True: it is saved, the draft goes. False, or an error: the draft stays. */
  onSubmit: (input: z.output<Schema>, base: FormBase) => Promise<boolean>
  /** Inputs and buttons. */
  children: ReactNode
}

const DiscardContext = createContext(() => {})

/** Forgets what was typed into the form around it. */
export const useDiscardDraft = () => useContext(DiscardContext)

/**
 * For the buttons of a form: pressing one leaves the focus in its input. Otherwise the input is checked before the
 * button is let go, its error text comes or goes, the button moves, and the click misses it.
 */
export const keepFocus = (event: SyntheticEvent) => event.preventDefault()

const submitOnCtrlEnter = (event: KeyboardEvent<HTMLElement>) => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.querySelector('form')?.requestSubmit()
}

/** A form over a contract schema that loses nothing of what is typed. Design, "Forms". */
export function DraftForm<Values extends FieldValues, Schema extends z.ZodType>(
  props: DraftFormProps<Values, Schema>,
) {
  const {
    draftKey,
    draftNotice,
    schema,
    codec,
    messages,
    units,
    secrets,
    taken,
    isPart,
    onSubmit,
    children,
  } = props
  const locale = useLocale()
  const record = useRecordContext()
  const [initial] = useState(props.initial)
  const [restored] = useState(() => {
    const draft = draftKey === null ? null : readDraft(draftKey)
    return draft?.restore ? draft : null
  })
  const [start] = useState<Values>({ ...initial, ...(restored ? restored.values : props.suggested) })
  const base = useRef<FormBase>(withBaseOf({ version: props.version ?? null, values: initial }, restored))
  const attempted = useRef(false)
  const form = useForm<Values, RefObject<boolean>>({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- complete values are defaults, which a generic type cannot show
    defaultValues: start as DefaultValues<Values>,
    resolver: contractResolver<Values, Schema>({ schema, ...codec, messages, units, locale, initial }),
    context: attempted,
    mode: 'onTouched',
  })
  const settled = useRef(false)
  const offered = useRef<Draft>(undefined)
  const busy = useRef(false)
  const frame = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!isPart) frame.current?.querySelector<HTMLElement>(':is(input, textarea):enabled:read-write')?.focus()
  }, [isPart])

  const settle = useCallback(() => {
    settled.current = true
    if (draftKey !== null) clearDraft(draftKey)
  }, [draftKey])
  const onOffer = useCallback((draft: Draft | undefined) => {
    offered.current = draft
  }, [])
  const onRestore = (draft: Draft) => {
    base.current = withBaseOf(base.current, draft)
  }
  const keep = (values: Values, failure?: Pick<Draft, 'error' | 'message'>) => {
    if (draftKey === null) return
    const kept = draftOf(changedFields(initial, values, secrets), base.current, offered.current)
    if (Object.keys(kept.values).length > 0) writeDraft(draftKey, { ...kept, ...failure })
  }

  const submit = async (values: Values) => {
    try {
      if (await onSubmit(schema.parse(codec.fromForm(values)), base.current)) settle()
      else keep(values)
    } catch (error) {
      const body = error instanceof ApiError ? error.body : undefined
      keep(values, { error: body, message: takenText(error, taken) })
    }
  }

  const submitOnce = async (event: SyntheticEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (busy.current) return
    busy.current = true
    attempted.current = true
    try {
      await form.handleSubmit(submit)(event)
    } finally {
      busy.current = false
    }
  }

  return (
    <Box ref={frame} onKeyDown={submitOnCtrlEnter}>
      <RecordContextProvider value={record ?? start}>
        <FormProvider {...form}>
          <DiscardContext value={settle}>
            <form onSubmit={submitOnce} noValidate>
              {draftKey !== null && (
                <DraftKeeper
                  key={draftKey}
                  {...{ draftKey, initial, base, secrets, settled, onOffer, onRestore }}
                  suggested={props.suggested}
                  restored={restored !== null}
                  notice={draftNotice}
                />
              )}
              <RightAgain />
              <UnseenErrors />
              {children}
            </form>
          </DiscardContext>
        </FormProvider>
      </RecordContextProvider>
    </Box>
  )
}

/** Checks a field that is wrong at each change of it, however it came to be wrong: its error goes once it is right. */
function RightAgain() {
  const { subscribe, getFieldState, trigger } = useFormContext()
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name }) => {
          if (name !== undefined && getFieldState(name).invalid) void trigger(name)
        },
      }),
    [subscribe, getFieldState, trigger],
  )
  return null
}

const isFieldError = (node: object): node is FieldError => 'type' in node && typeof node.type === 'string'

/** Errors at fields that no input has registered, so that none can show them; `field` is the path in the form. */
function unseenIn(node: object, path: readonly string[] = []): { field: string; error: string }[] {
  if (isFieldError(node)) return node.ref ? [] : [{ field: path.join('.'), error: node.message ?? '' }]
  return Object.entries(node).flatMap(([key, child]: [string, unknown]) =>
    typeof child === 'object' && child ? unseenIn(child, [...path, key]) : [],
  )
}

/** Names the fields that prevent the form around it from being sent and have no input in it. */
function UnseenErrors() {
  const translate = useTranslate()
  const { errors, submitCount } = useFormState()
  const alert = useRef<HTMLDivElement>(null)
  const unseen = unseenIn(errors)
  const isShown = unseen.length > 0
  useEffect(() => {
    if (isShown && submitCount > 0) alert.current?.focus()
  }, [isShown, submitCount])

  if (!isShown) return null
  return (
    <Alert ref={alert} severity="error" tabIndex={-1} sx={{ mb: 3 }}>
      {translate('page.errors.unseen')}
      {unseen.map(({ field, error }) => (
        <Box key={field} sx={{ overflowWrap: 'anywhere' }}>
          {field}: <ValidationError error={error} />
        </Box>
      ))}
    </Alert>
  )
}
