import { useEffect, useEffectEvent, useRef } from 'react'
import { useRecordContext } from 'react-admin'
import { useFormContext, useFormState } from 'react-hook-form'
import {
  type Connector,
  type ConnectorInput,
  connectorInputSchema,
  DEFAULT_TRANSFORMATION,
} from '#contract/connectors'
import { Section } from '../../components/page'
import { type RecordTab, RecordTabs, useRecordTab } from '../../components/resource/RecordPage'
import { FormInputs, ResourceCreate, ResourceEdit, sourcesOf } from '../../components/resource/ResourceForm'
import type { CreateDialogProps } from '../../components/table'
import { useTranslate } from '../../i18n/translate'
import { connectorFields } from './fields'
import { PreviewContext, usePreviewState } from './preview/PreviewContext'
import { PreviewTab } from './preview/PreviewTab'
import { SaveWarning, useSaveWarning } from './preview/SaveWarning'

/** The type of a connector stays what it is; `enabled` has a switch of its own. */
const editSchema = connectorInputSchema.omit({ type: true, enabled: true })
const createSchema = connectorInputSchema.omit({ retry_delays: true, enabled: true, transformation: true })

function Preview() {
  const connector = useRecordContext<Connector>()
  return connector && <PreviewTab connector={connector} />
}

interface FormTab extends RecordTab {
  /** The fields whose errors it shows. */
  sources: readonly string[]
}

/** Parts of the edit mode; the first is the default. Spec 1, section 2. */
const TABS: readonly [FormTab, FormTab, FormTab] = [
  {
    id: 'details',
    label: 'connectors.tabs.details',
    Panel: () => <FormInputs fields={connectorFields} schema={editSchema} tab={{ id: undefined }} />,
    sources: sourcesOf(connectorFields, editSchema, { id: undefined }),
  },
  { id: 'preview', label: 'connectors.tabs.preview', Panel: Preview, sources: [] },
  {
    id: 'advanced',
    label: 'connectors.tabs.advanced',
    Panel: () => <FormInputs fields={connectorFields} schema={editSchema} tab={{ id: 'advanced' }} />,
    sources: sourcesOf(connectorFields, editSchema, { id: 'advanced' }),
  },
]

/** The parts of the form. All of them belong to it, so what is typed in one stays when another is open. */
function EditTabs() {
  const translate = useTranslate()
  const { tab, openTab } = useRecordTab(TABS)
  const { register, trigger } = useFormContext()
  const { errors, submitCount } = useFormState()
  const focusIn = useRef<string>(null)
  const hasError = ({ sources }: FormTab) => sources.some((source) => errors[source])

  // A tab that was never open has its fields in the form as well: their errors have a place.
  useEffect(() => {
    for (const { sources } of TABS) for (const source of sources) register(source)
  }, [register])

  // What prevents the save must be in sight.
  const showError = useEffectEvent(() => {
    const faulty = TABS.find(hasError)
    if (!faulty || hasError(tab)) return
    focusIn.current = faulty.id
    openTab(faulty.id)
  })
  useEffect(() => {
    if (submitCount > 0) showError()
  }, [submitCount])
  useEffect(() => {
    if (focusIn.current !== tab.id) return
    focusIn.current = null
    void trigger(undefined, { shouldFocus: true })
  }, [tab.id, trigger])

  const withError = (each: FormTab) => ({
    ...each,
    error: hasError(each) ? translate('connectors.tabs.error') : undefined,
  })
  const [details, preview, advanced] = TABS
  return (
    <RecordTabs
      label={translate('connectors.tabs.title')}
      tabs={[withError(details), withError(preview), withError(advanced)]}
    />
  )
}

/** A change sends the type as well, and of the tags only the ids. Spec 1, section 7. */
const toChange = (
  { tags, ...input }: ConnectorInput,
  { previousData }: { previousData?: Connector } = {},
) => ({
  ...input,
  type: previousData?.type,
  tags: tags.map(({ id }) => ({ id })),
})

/** Edit mode of a connector. Spec 1, sections 2 and 4. */
export function ConnectorEdit() {
  const preview = usePreviewState()
  const { question, confirmSave } = useSaveWarning(preview)
  return (
    <Section>
      <ResourceEdit
        fields={connectorFields}
        schema={editSchema}
        transform={toChange}
        confirmSave={({ transformation }) => confirmSave({ transformation: String(transformation) })}
      >
        <PreviewContext value={preview}>
          <EditTabs />
        </PreviewContext>
      </ResourceEdit>
      <SaveWarning question={question} />
    </Section>
  )
}

const withCode = (input: object) => ({ ...input, transformation: DEFAULT_TRANSFORMATION })

/** Dialog that creates a connector with the default transformation; then its page opens. Spec 1, section 2. */
export function ConnectorCreate(props: CreateDialogProps) {
  return <ResourceCreate {...props} fields={connectorFields} schema={createSchema} transform={withCode} />
}
