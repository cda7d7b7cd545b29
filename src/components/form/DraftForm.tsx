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
  useRef,
  useState,
} from 'react'
import { RecordContextProvider, useLocale, useRecordContext, ValidationError } from 'react-admin'
import {
  type DefaultValues,
  type FieldError,
  type FieldValues,
  FormProvider,
  useForm,
  useFormContext,
  useFormState,
} from 'react-hook-form'
import type { z } from 'zod'
import { ApiError } from '../../dataProvider/client'
import { type MessageKey } from '../../i18n/translate'
import {
  changedFields,
  clearDraft,
  type Draft,
  draftOf,
  type FormBase,
  readDraft,
  withBaseOf,
  writeDraft,
} from '../draft/drafts'
import { DraftKeeper, type TakenMessages, takenText } from './DraftKeeper'
import { contractResolver, type ResolverOptions } from './resolver'
import { useTranslate } from './texts'

export interface DraftFormProps<Values extends FieldValues, Schema extends z.ZodType>
  extends Pick<ResolverOptions<Values, Schema>, 'schema' | 'messages' | 'units'> {
  /** Storage key for unsaved changes; null stores none. */
  draftKey: string | null
  /** Initial values; later changes of the record do not affect an open form. */
  initial: Values
  /** Values to start with as if they had been typed; the draft includes them once something is typed. */
  suggested?: Partial<Values> | undefined
  /** Version of the record at the start. */
  version?: number | null
  codec: Pick<ResolverOptions<Values, Schema>, 'fromForm' | 'formPath'>
  /** Fields that are never stored in a draft. */
  secrets?: readonly (keyof Values & string)[]
  /** Text of the draft offer; by default, that changes were not saved. */
  draftNotice?: MessageKey
  taken?: TakenMessages
  /** The form is part of a page to read first, so it does not take the focus. */
  isPart?: boolean
  /** Sends the input. True: it is saved, and the draft is cleared. False or an error: the draft stays. */
  onSubmit: (input: z.output<Schema>, base: FormBase) => Promise<boolean>
  /** Inputs and buttons. */
  children: ReactNode
}

const DiscardContext = createContext(() => {})

/** Returns a function that discards everything typed into the surrounding form. */
export const useDiscardDraft = () => useContext(DiscardContext)

/**
 * For the buttons of a form: pressing one keeps the focus in the input. Otherwise the input is validated before the
 * button is released, its error text appears or disappears, the button moves, and the click misses it.
 */
export const keepFocus = (event: SyntheticEvent) => event.preventDefault()

const submitOnCtrlEnter = (event: KeyboardEvent<HTMLElement>) => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.querySelector('form')?.requestSubmit()
}

/** A form over a contract schema that never loses what is typed. Design, "Forms". */
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
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- complete values are valid defaults, which a generic type cannot express
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
              <FailureInView form={frame} />
            </form>
          </DiscardContext>
        </FormProvider>
      </RecordContextProvider>
    </Box>
  )
}

/** Invalid fields, and errors of the whole form. */
const WRONG = '[data-failure], .Mui-error, [aria-invalid="true"]'

/**
 * Scrolls to the first error in the form, with its label and text, after each attempt to submit. Browsers do not scroll
 * to a field that already has the focus, which `keepFocus` causes.
 */
function FailureInView({ form }: { form: RefObject<HTMLElement | null> }) {
  const { submitCount } = useFormState()
  useEffect(() => {
    if (submitCount === 0) return undefined
    // The server's errors reach their fields after the attempt.
    const soon = requestAnimationFrame(() => {
      const wrong = form.current?.querySelector(WRONG)
      const place = wrong?.closest('.MuiFormControl-root, [data-field]') ?? wrong
      place?.scrollIntoView({ block: 'nearest' })
    })
    return () => cancelAnimationFrame(soon)
  }, [form, submitCount])
  return null
}

/** Validates an invalid field on each change, whatever made it invalid, so that its error goes once it is valid. */
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

/** Errors of fields without a registered input to show them; `field` is the path in the form. */
function unseenIn(node: object, path: readonly string[] = []): { field: string; error: string }[] {
  if (isFieldError(node)) return node.ref ? [] : [{ field: path.join('.'), error: node.message ?? '' }]
  return Object.entries(node).flatMap(([key, child]: [string, unknown]) =>
    typeof child === 'object' && child ? unseenIn(child, [...path, key]) : [],
  )
}

/** Lists invalid fields that have no input in the surrounding form but keep it from being sent. */
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
    <Alert ref={alert} severity="error" tabIndex={-1} data-failure sx={{ mb: 3 }}>
      {translate('page.errors.unseen')}
      {unseen.map(({ field, error }) => (
        <Box key={field} sx={{ overflowWrap: 'anywhere' }}>
          {field}: <ValidationError error={error} />
        </Box>
      ))}
    </Alert>
  )
}
