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
              <FailureInView form={frame} />
            </form>
          </DiscardContext>
        </FormProvider>
      </RecordContextProvider>
    </Box>
  )
}

/** Fields that are wrong, and texts about a whole form. */
const WRONG = '[data-failure], .Mui-error, [aria-invalid="true"]'

/**
 * Scrolls to the first thing that is wrong in the form, with its label and its text, after each attempt to send it: a browser does
 * not scroll to a field that has the focus already, as one does because of `keepFocus`.
 */
function FailureInView({ form }: { form: RefObject<HTMLElement | null> }) {
  const { submitCount } = useFormState()
  useEffect(() => {
    if (submitCount === 0) return undefined
    // The errors of the server come to their fields once the attempt is over.
    const soon = requestAnimationFrame(() => {
      const wrong = form.current?.querySelector(WRONG)
      const place = wrong?.closest('.MuiFormControl-root, [data-field]') ?? wrong
      place?.scrollIntoView({ block: 'nearest' })
    })
    return () => cancelAnimationFrame(soon)
  }, [form, submitCount])
  return null
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
