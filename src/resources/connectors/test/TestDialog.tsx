import { Alert, Box, Button, DialogActions, DialogContent, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import { type Connector, type Operation, sendingOf } from '#contract/connectors'
import { CONNECTOR_ALERT_TESTS_CAPABILITY } from '#contract/connectors/capability'
import { type ConnectorTest, connectorTestsApi } from '#contract/connectors/connectorTest'
import { LoadingButton } from '../../../components/action/LoadingButton'
import { TaskDialog } from '../../../components/dialog/TaskDialog'
import { CodeEditor } from '../../../components/editor'
import { formatJson, parseJson } from '../../../components/json'
import { useFailureToast } from '../../../components/page'
import { useCapability } from '../../../config'
import { useSpaceport } from '../../../dataProvider/queries'
import { useAddresses } from '../../../dataProvider/SpaceProvider'
import { PreviewContext, usePreviewState } from '../preview/PreviewContext'
import { SampleBar } from '../preview/SampleBar'
import { type Sample, useSample } from '../preview/useSample'
import type { ConnectorValues } from '../values'
import { useTranslate } from './texts'

interface TestProps {
  connector: Connector
  operation: Operation
  onClose: () => void
}

/** Chooses or writes a message, sends it once, and opens its delivery. */
export default function TestDialog(props: TestProps) {
  const { direction, triggers, tags, transformation } = props.connector
  const form = useForm<ConnectorValues>({
    defaultValues: { direction, triggers, tags, transformation, retry_delays: [] },
  })
  const preview = usePreviewState()
  // Alert rules have their own tests, so this has only messages.
  const choice = Object.assign({}, preview.choice, { alert: null })
  return (
    <FormProvider {...form}>
      <PreviewContext value={Object.assign({}, preview, { choice })}>
        <TestForm {...props} />
      </PreviewContext>
    </FormProvider>
  )
}

/** Body of the sample as text, or as somebody has edited it. */
function useBody({ message, device, type }: Sample) {
  const key = message?.id ?? `${type} ${device?.id ?? ''}`
  const [edit, setEdit] = useState({ of: '', text: '' })
  const stored = message?.body ? formatJson(message.body) : '{}'
  const isEdited = edit.of === key && edit.text !== stored
  const text = isEdited ? edit.text : stored
  return {
    text,
    isEdited,
    isValid: parseJson(text) !== undefined,
    change: (typed: string) => setEdit({ of: key, text: typed }),
    reset: () => setEdit({ of: '', text: '' }),
  }
}

function TestForm({ connector, operation, onClose }: TestProps) {
  const translate = useTranslate()
  const { ask } = useSpaceport()
  const { delivery } = useAddresses()
  const navigate = useNavigate()
  const onError = useFailureToast()
  const sample = useSample(connector)
  const body = useBody(sample)
  const [busy, setBusy] = useState(false)
  const { message, device, type } = sample
  const isOfAlerts = connector.triggers.length === 0
  const canSendAlert = useCapability(CONNECTOR_ALERT_TESTS_CAPABILITY)
  const { direction } = connector
  const isStored = message !== null && !body.isEdited

  const send = async (test: ConnectorTest) => {
    setBusy(true)
    try {
      const sent = await ask(connectorTestsApi.send, { params: { connectorId: connector.id }, body: test })
      await navigate(delivery(connector.id, sent.id))
      onClose()
    } catch (error) {
      onError(error)
      setBusy(false)
    }
  }
  const submit = () => {
    if (!device || !body.isValid || sample.isLoading) return
    const written = {
      type: message?.type ?? type,
      direction: message?.direction ?? direction,
      body: body.text,
    }
    void send(isStored ? { message_id: message.id } : { device_id: device.id, message: written })
  }
  return (
    <TaskDialog
      title={translate('connectors.test.title', { name: connector.name })}
      // A click beside the dialog must not discard edits.
      onClose={() => !busy && !body.isEdited && onClose()}
      maxWidth="md"
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
        style={{ display: 'contents' }}
      >
        <DialogContent>
          <Stack sx={{ gap: 2 }}>
            <Typography>
              {translate(
                sendingOf(connector) === 'mqtt' ? 'connectors.test.textOfMqtt' : 'connectors.test.text',
              )}
            </Typography>
            {operation.state !== 'on' && (
              <Alert severity="info">{translate(`connectors.test.anyway.${operation.state}`)}</Alert>
            )}
            {isOfAlerts && (
              <Alert
                severity="info"
                action={
                  canSendAlert && (
                    <LoadingButton
                      type="button"
                      size="small"
                      color="inherit"
                      loading={busy}
                      onClick={() => void send({ alert: true })}
                    >
                      {translate('connectors.test.sendAlert')}
                    </LoadingButton>
                  )
                }
              >
                {translate(canSendAlert ? 'connectors.test.alert' : 'connectors.test.alerts')}
              </Alert>
            )}
            <SampleBar sample={Object.assign({}, sample, { hasAlerts: false })} isTest />
            {device && (
              <Box>
                <CodeEditor
                  label={translate('connectors.test.body')}
                  language="json"
                  value={body.text}
                  onChange={body.change}
                  error={body.isValid ? undefined : translate('connectors.test.noJson')}
                  hint={translate(`connectors.test.${isStored ? 'stored' : 'written'}`)}
                />
                {body.isEdited && (
                  <Button size="small" onClick={body.reset} sx={{ mt: 1 }}>
                    {translate('connectors.test.reset')}
                  </Button>
                )}
              </Box>
            )}
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} disabled={busy}>
            {translate('page.cancel')}
          </Button>
          <LoadingButton
            type="submit"
            variant="contained"
            loading={busy}
            disabled={!device || !body.isValid || sample.isLoading}
          >
            {translate('connectors.test.send')}
          </LoadingButton>
        </DialogActions>
      </form>
    </TaskDialog>
  )
}
