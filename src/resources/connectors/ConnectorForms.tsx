import { Box } from '@mui/material'
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useRecordContext, WithRecord } from 'react-admin'
import { useFormContext, useFormState } from 'react-hook-form'
import {
  BATCHES_CAPABILITY,
  type Connector,
  type ConnectorInput,
  connectorEntity,
  OPERATIONS_CAPABILITY,
  type Sending,
  sendingOf,
} from '#contract/connectors'
import { Inputs } from '../../components/form'
import { ConfirmDialog, Section } from '../../components/page'
import { FormInputs } from '../../components/resource/FormInputs'
import { sourcesOf } from '../../components/resource/form'
import { type RecordTab, RecordTabs, useRecordTab } from '../../components/resource/RecordPage'
import { ResourceEdit } from '../../components/resource/ResourceForm'
import { useCapability } from '../../config'
import { batchSchema, useBatchRun } from './batch/useBatchRun'
import { connectorFields } from './fields'
import { type Preview, PreviewContext, usePreviewState } from './preview/PreviewContext'
import { PreviewTab } from './preview/PreviewTab'
import { useErrorLine, verdictOf } from './preview/run'
import { msg as connectorsPreviewMsg } from './preview/texts'
import { BATCHES, BROKER, broker, isPasswordAsked, LIMITS } from './schemas'
import { msg, useTranslate } from './texts'

/** The type of a connector cannot change; `enabled` has its own switch. */
const brokerInputSchema = connectorEntity.input.pick(BROKER).partial()
const editSchema = connectorEntity.input.omit({ type: true, enabled: true, ...BROKER })
/** All fields of any type of connector. */
const wholeSchema = editSchema.extend(broker)
// A broker does not answer.
const editSchemas = { webhook: editSchema, mqtt: wholeSchema.omit({ batch_results: true }) }
/** The same for servers without batches. */
const singleSchemas = { webhook: editSchema.omit(BATCHES), mqtt: wholeSchema.omit(BATCHES) }
/** The same for servers without limits and order. */
const plainSchemas = { webhook: singleSchemas.webhook.omit(LIMITS), mqtt: singleSchemas.mqtt.omit(LIMITS) }

function useEditSchema() {
  const hasLimits = useCapability(OPERATIONS_CAPABILITY)
  const hasBatches = useCapability(BATCHES_CAPABILITY)
  const sending = useSending()
  if (hasBatches) return editSchemas[sending]
  return (hasLimits ? singleSchemas : plainSchemas)[sending]
}

/** The same schema; it requires the password of a broker if the server needs it again. */
function useSaveSchema() {
  const schema = useEditSchema()
  const connector = useRecordContext<Connector>()
  return useMemo(
    () =>
      schema.superRefine((input, context) => {
        const { data: given } = brokerInputSchema.safeParse(input)
        if (!connector || !given || given.broker_password || !isPasswordAsked(connector, given)) return
        const params = { text: msg('connectors.broker.passwordAsked') }
        context.addIssue({ code: 'custom', path: ['broker_password'], params })
      }),
    [schema, connector],
  )
}

/** How the connector from the context sends. */
function useSending(): Sending {
  const connector = useRecordContext<Connector>()
  return connector ? sendingOf(connector) : 'webhook'
}

const PreviewPanel = () => (
  <WithRecord<Connector> render={(connector) => <PreviewTab connector={connector} />} />
)

interface FormTab extends RecordTab {
  /** The fields in the tab. */
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
// The code takes the full width.
const AdvancedPanel = () => (
  <Box sx={{ '.MuiFormControl-root': { maxWidth: 800 } }}>
    <InputsIn tab="advanced" />
  </Box>
)

const sourcesIn = (tab: string | undefined) => sourcesOf(connectorFields, wholeSchema, { id: tab })

/** Tabs of the edit mode; the first is the default. Rules, "Connectors". */
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

/** Tabs of the form. All fields belong to one form, so values stay when another tab opens. */
function EditTabs({ actions }: { actions: ReactNode }) {
  const translate = useTranslate()
  const { tab, openTab } = useRecordTab(TABS)
  const { register, trigger } = useFormContext()
  const { errors, submitCount } = useFormState()
  const focusIn = useRef<string>(null)
  const hasError = ({ sources }: FormTab) => sources.some((source) => errors[source])

  // Fields of unopened tabs are registered as well, so that their errors have a place.
  const { shape } = useEditSchema()
  useEffect(() => {
    const sources = TABS.flatMap((each) => each.sources)
    for (const source of sources) if (source in shape) register(source)
  }, [register, shape])

  // Opens the tab with the first error.
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

/** An update also sends the type, and only the ids of tags. Rules, "Connectors". */
const toChange = (
  { tags, ...input }: ConnectorInput,
  { previousData }: { previousData?: Connector } = {},
) => ({
  ...input,
  type: previousData?.type,
  tags: tags.map(({ id }) => ({ id })),
})

/** Milliseconds that a save waits for the messages of a batch. */
const RUN_MAX = 10_000

/** A reason to ask for confirmation before a save: the code fails, or cancels a whole batch. */
interface Doubt {
  text: string
  /** The error with its place. */
  line: string | null
}

/**
 * Before a save, runs the code on the sample of the preview, if any, and on a batch if the code or batching is new. It
 * asks for confirmation if the code fails or cancels the batch.
 */
function useSaveWarning({ sandbox, lastInput }: Preview, sending: Sending) {
  const translate = useTranslate()
  const errorLine = useErrorLine()
  const connector = useRecordContext<Connector>()
  const runBatch = useBatchRun(sandbox)
  const [question, setQuestion] = useState<Doubt & { answer: (save: boolean) => void }>()

  // Without a sandbox or messages the code cannot be tried, and is saved.
  const doubtOfSample = async (source: string): Promise<Doubt | null> => {
    const input = lastInput()
    const outcome = input && (await sandbox.run({ source, entry: 'main' }, input).catch(() => null))
    const failed = outcome ? verdictOf(outcome, sending) : null
    return failed?.kind === 'failed'
      ? { text: translate(connectorsPreviewMsg('connectors.preview.save.text')), line: errorLine(failed) }
      : null
  }
  const doubtOfBatch = async (values: Record<string, unknown>): Promise<Doubt | null> => {
    const { data: settings } = batchSchema.safeParse(values)
    const isNew = connector?.batch_size === null || settings?.transformation !== connector?.transformation
    if (!settings || !isNew) return null
    const run = await runBatch(settings, AbortSignal.timeout(RUN_MAX)).catch(() => null)
    const { count = 0, verdict = null } = run ?? {}
    if (verdict?.kind === 'failed')
      return {
        text: translate('connectors.batch.run.failed', { smart_count: count }),
        line: errorLine(verdict),
      }
    return verdict?.kind === 'cancelled'
      ? { text: translate('connectors.batch.run.cancelled', { smart_count: count }), line: null }
      : null
  }
  const confirmSave = async (values: Record<string, unknown>): Promise<boolean> => {
    const doubt = (await doubtOfSample(String(values['transformation']))) ?? (await doubtOfBatch(values))
    if (!doubt) return true
    const save = await new Promise<boolean>((answer) => setQuestion({ ...doubt, answer }))
    setQuestion(undefined)
    return save
  }

  const warning = (
    <ConfirmDialog
      open={question !== undefined}
      title={translate(
        connectorsPreviewMsg(
          question?.line === null ? 'connectors.preview.save.cancels' : 'connectors.preview.save.title',
        ),
      )}
      confirmLabel={translate(connectorsPreviewMsg('connectors.preview.save.anyway'))}
      closeLabel={translate(connectorsPreviewMsg('connectors.preview.save.back'))}
      onConfirm={() => question?.answer(true)}
      onClose={() => question?.answer(false)}
    >
      {question?.text}
      {question?.line && (
        <Box
          component="pre"
          sx={{ m: 0, mt: 1, color: 'error.main', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
        >
          {question.line}
        </Box>
      )}
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
        schema={useSaveSchema()}
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
