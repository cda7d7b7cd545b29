import { Box, FormHelperText, Stack } from '@mui/material'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useRecordContext, WithRecord } from 'react-admin'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { useSearchParams } from 'react-router-dom'
import { ALERTS_CAPABILITY } from '#contract/alerts/capability'
import {
  brokerUrlSchema,
  type Connector,
  type ConnectorInput,
  connectorEntity,
  DEFAULT_PUBLICATION,
  OPERATIONS_CAPABILITY,
  type Sending,
  sendingOf,
} from '#contract/connectors'
import { ConfirmDialog, Section } from '../../components/page'
import { SUGGESTION } from '../../components/page/addressMode'
import { Inputs } from '../../components/page/form'
import { sourcesOf } from '../../components/resource/form'
import { type RecordTab, RecordTabs, useRecordTab } from '../../components/resource/RecordPage'
import { FormInputs, ResourceCreate, ResourceEdit } from '../../components/resource/ResourceForm'
import type { CreateDialogProps } from '../../components/table'
import { useCapability } from '../../config'
import { BeginWith, beginningOf } from './BeginWith'
import { connectorFields } from './fields'
import { type Preview, PreviewContext, usePreviewState } from './preview/PreviewContext'
import { PreviewTab } from './preview/PreviewTab'
import { type FailedVerdict, useErrorLine, verdictOf } from './preview/run'
import { msg as connectorsPreviewMsg } from './preview/texts'
import { CODE, isTemplate, type Template } from './templates'
import { msg, useTranslate } from './texts'

const BROKER = {
  broker_url: true,
  broker_username: true,
  broker_password: true,
  broker_client_id: true,
} as const
const LIMITS = { max_rate: true, max_parallel: true, order: true } as const
const broker = connectorEntity.input.pick(BROKER).extend({ broker_url: brokerUrlSchema }).shape

/** The type of a connector stays what it is; `enabled` has a switch of its own. */
const editSchema = connectorEntity.input.omit({ type: true, enabled: true, ...BROKER })
const editSchemas = { webhook: editSchema, mqtt: editSchema.extend(broker) }
/** The same of servers that know neither limits nor an order. */
const plainSchemas = { webhook: editSchema.omit(LIMITS), mqtt: editSchemas.mqtt.omit(LIMITS) }

function useEditSchema() {
  const hasLimits = useCapability(OPERATIONS_CAPABILITY)
  return (hasLimits ? editSchemas : plainSchemas)[useSending()]
}

/** What the connector around it does. */
function useSending(): Sending {
  const connector = useRecordContext<Connector>()
  return connector ? sendingOf(connector) : 'webhook'
}

const createSchema = connectorEntity.input.omit({
  retry_delays: true,
  enabled: true,
  transformation: true,
  ...LIMITS,
  ...BROKER,
})
const createSchemas = { webhook: createSchema, mqtt: createSchema.extend(broker) }
/** What a form holds of a broker that has not been typed yet. */
const NO_BROKER = { broker_url: null, broker_username: null, broker_password: null, broker_client_id: null }

const PreviewPanel = () => (
  <WithRecord<Connector> render={(connector) => <PreviewTab connector={connector} />} />
)

interface FormTab extends RecordTab {
  /** The fields whose errors it shows. */
  sources: readonly string[]
}

const InputsIn = ({ tab }: { tab: string | undefined }) => (
  <FormInputs fields={connectorFields} schema={useEditSchema()} tab={{ id: tab }} />
)
const DetailsPanel = () => (
  <Inputs>
    <InputsIn tab={undefined} />
  </Inputs>
)
// The code takes all the width.
const AdvancedPanel = () => <InputsIn tab="advanced" />

const sourcesIn = (tab: string | undefined) => sourcesOf(connectorFields, editSchemas.mqtt, { id: tab })

/** Parts of the edit mode; the first is the default. Rules, "Connectors". */
const TABS: readonly [FormTab, ...FormTab[]] = [
  {
    id: 'details',
    label: msg('connectors.tabs.details'),
    Panel: DetailsPanel,
    sources: sourcesIn(undefined),
  },
  { id: 'preview', label: msg('connectors.tabs.preview'), Panel: PreviewPanel, sources: [] },
  {
    id: 'advanced',
    label: msg('connectors.tabs.advanced'),
    Panel: AdvancedPanel,
    sources: sourcesIn('advanced'),
  },
]

/** The parts of the form. All of them belong to it, so what is typed in one stays when another is open. */
function EditTabs({ actions }: { actions: ReactNode }) {
  const translate = useTranslate()
  const { tab, openTab } = useRecordTab(TABS)
  const { register, trigger } = useFormContext()
  const { errors, submitCount } = useFormState()
  const focusIn = useRef<string>(null)
  const hasError = ({ sources }: FormTab) => sources.some((source) => errors[source])

  // A tab that was never open has its fields in the form as well: their errors have a place.
  const { shape } = useEditSchema()
  useEffect(() => {
    const sources = TABS.flatMap((each) => each.sources)
    for (const source of sources) if (source in shape) register(source)
  }, [register, shape])

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
  const [first, ...others] = TABS
  return (
    <RecordTabs
      label={translate('connectors.tabs.title')}
      tabs={[withError(first), ...others.map(withError)]}
      renderPanel={(panel) => (
        <Section>
          {panel}
          {actions}
        </Section>
      )}
    />
  )
}

/** A change sends the type as well, and of the tags only the ids. Rules, "Connectors". */
const toChange = (
  { tags, ...input }: ConnectorInput,
  { previousData }: { previousData?: Connector } = {},
) => ({
  ...input,
  type: previousData?.type,
  tags: tags.map(({ id }) => ({ id })),
})

/** Before a save, runs the code on the sample of the preview, if there is one, and asks if it fails. */
function useSaveWarning({ sandbox, lastInput }: Preview, sending: Sending) {
  const translate = useTranslate()
  const errorLine = useErrorLine()
  const [question, setQuestion] = useState<{ failed: FailedVerdict; answer: (save: boolean) => void }>()

  const confirmSave = async ({ transformation }: Record<string, unknown>): Promise<boolean> => {
    const input = lastInput()
    if (input === null) return true
    const script = { source: String(transformation), entry: 'main' } as const
    // If the sandbox does not start, the code cannot be tried and is saved.
    const outcome = await sandbox.run(script, input).catch(() => null)
    const failed = outcome && verdictOf(outcome, sending)
    if (failed?.kind !== 'failed') return true
    const save = await new Promise<boolean>((answer) => setQuestion({ failed, answer }))
    setQuestion(undefined)
    return save
  }

  const warning = (
    <ConfirmDialog
      open={question !== undefined}
      title={translate(connectorsPreviewMsg('connectors.preview.save.title'))}
      confirmLabel={translate(connectorsPreviewMsg('connectors.preview.save.anyway'))}
      closeLabel={translate(connectorsPreviewMsg('connectors.preview.save.back'))}
      onConfirm={() => question?.answer(true)}
      onClose={() => question?.answer(false)}
    >
      {translate(connectorsPreviewMsg('connectors.preview.save.text'))}
      <Box
        component="pre"
        sx={{ m: 0, mt: 1, color: 'error.main', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
      >
        {question && errorLine(question.failed)}
      </Box>
    </ConfirmDialog>
  )
  return { warning, confirmSave }
}

/** Edit mode of a connector. Rules, "Connectors". */
export function ConnectorEdit() {
  const preview = usePreviewState()
  const { warning, confirmSave } = useSaveWarning(preview, useSending())
  return (
    <>
      <ResourceEdit
        fields={connectorFields}
        schema={useEditSchema()}
        transform={toChange}
        confirmSave={confirmSave}
      >
        {(actions) => (
          <PreviewContext value={preview}>
            <EditTabs actions={actions} />
          </PreviewContext>
        )}
      </ResourceEdit>
      {warning}
    </>
  )
}

/**
 * A webhook stays off until its code has an address: else the first messages would go to one that nobody has. The address of a broker
 * is in the form.
 */
const withCode = (template: Template, sending: Sending) => (input: object) =>
  sending === 'mqtt'
    ? { ...input, transformation: DEFAULT_PUBLICATION }
    : { ...input, transformation: CODE[template], enabled: false }

/** Tells what the form around it creates, also by a draft. */
function WatchType({ onChange }: { onChange: (sending: Sending) => void }) {
  const type: unknown = useWatch({ name: 'type' })
  const sending = sendingOf({ type: String(type) })
  useEffect(() => onChange(sending), [onChange, sending])
  return null
}

/**
 * Dialog that creates a connector with the default transformation, or one for alerts; then its page opens. A webhook is switched off.
 * Rules, "Connectors".
 */
export function ConnectorCreate(props: CreateDialogProps) {
  const hasAlerts = useCapability(ALERTS_CAPABILITY)
  const [search] = useSearchParams()
  const suggested = search.get(SUGGESTION)
  const first = hasAlerts && isTemplate(suggested) ? suggested : 'messages'
  const [template, setTemplate] = useState<Template>(first)
  const [sending, setSending] = useState<Sending>('webhook')
  const schema = createSchemas[sending]
  const translate = useTranslate()
  return (
    <ResourceCreate
      {...props}
      fields={connectorFields}
      schema={schema}
      transform={withCode(template, sending)}
      initial={{ ...NO_BROKER, ...beginningOf('messages') }}
      suggested={first === 'messages' ? undefined : beginningOf(first)}
    >
      <Stack sx={{ gap: 2 }}>
        <WatchType onChange={setSending} />
        {sending === 'webhook' && hasAlerts && <BeginWith onChange={setTemplate} />}
        <FormInputs fields={connectorFields} schema={schema} />
        {sending === 'mqtt' && <FormHelperText>{translate('connectors.broker.code')}</FormHelperText>}
      </Stack>
    </ResourceCreate>
  )
}
