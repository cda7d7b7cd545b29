import { Alert, CircularProgress, FormControlLabel, Switch, Tooltip } from '@mui/material'
import { visuallyHidden } from '@mui/utils'
import { useMutation } from '@tanstack/react-query'
import { Suspense, useId } from 'react'
import { WithRecord } from 'react-admin'
import { CONNECTOR_ALERTS_CAPABILITY } from '#contract/alerts/capability'
import {
  CERTIFICATES_CAPABILITY,
  type Connector,
  connectorsApi,
  OPERATIONS_CAPABILITY,
  PLACEHOLDER_URL,
  sendingOf,
} from '#contract/connectors'
import { ChangesButton } from '../../components/audit/ChangesButton'
import { CodeEditor } from '../../components/editor'
import { lazyPart } from '../../components/lazyPart'
import { PermissionButton, Section, useFailureToast, wrapped } from '../../components/page'
import { useUndo } from '../../components/page/useUndo'
import { RecordDetails, RecordPage } from '../../components/resource/RecordPage'
import { useShown } from '../../components/resource/refresh'
import { ConnectorDevices } from '../../components/routing/ConnectorDevices'
import { toast } from '../../components/toast/toasts'
import { useCapability } from '../../config'
import { usePermission } from '../../dataProvider/account'
import { onLatest } from '../../dataProvider/based'
import { useSpaceport } from '../../dataProvider/queries'
import { LastFailures } from './deliveries/LastFailures'
import { changeOf, connectorFields, useLacksTags } from './fields'
import { DeliverySection } from './heatmap/DeliverySection'
import { OperationNotice } from './operation/OperationNotice'
import { PauseButton } from './operation/PauseButton'
import { useOperation } from './operation/useOperation'
import { SecretSection } from './secret/SecretSection'
import { TestButton } from './test/TestButton'
import { useTranslate } from './texts'
import { useReadsVersions } from './versions/useReadsVersions'

const OpenAlerts = lazyPart(() => import('../../components/alerts/OpenAlerts'), 'alerts')
const ReplaySection = lazyPart(() => import('./replays/ReplaySection'))
const CertificateSection = lazyPart(
  () => import('./certificate/CertificateSection'),
  'connectors.certificate',
)
const LookSection = lazyPart(() => import('./look/LookSection'), 'connectors.look')
const Versions = lazyPart(() => import('./versions/Versions'), 'connectors.versions')
const ConnectorEdit = lazyPart(async () => ({ default: (await import('./ConnectorForms')).ConnectorEdit }))

/** Switches a connector on and off. */
function useSwitch({ id }: Connector) {
  const translate = useTranslate()
  const dataProvider = useSpaceport()
  const show = useShown()
  const undoBy = useUndo()
  /** Some servers take all of it, and somebody else may have changed the rest since it was shown here. */
  const change = async (enabled: boolean) => {
    const { data: current } = await dataProvider.getOne<Connector>('connectors', { id })
    return (await dataProvider.update<Connector>('connectors', changeOf(current, { enabled }))).data
  }
  const { mutate: switchTo, isPending } = useMutation({
    mutationFn: async (enabled: boolean) => {
      show(await onLatest(() => change(enabled)))
      toast({
        kind: 'success',
        title: translate(`connectors.switched${enabled ? 'On' : 'Off'}`),
        action: undoBy(async () => show(await onLatest(() => change(!enabled)))),
      })
    },
    onError: useFailureToast(),
  })
  return { switchTo, isPending }
}

/** Switches a connector on and off. Without the permission it says why it does not. */
function EnabledSwitch({ connector }: { connector: Connector }) {
  const { enabled } = connector
  const translate = useTranslate()
  const permitted = usePermission('space:connector:update')
  const reasonId = useId()
  const { switchTo, isPending } = useSwitch(connector)
  const reason = permitted ? '' : translate('common.notPermitted')
  const dimmed = !permitted || isPending
  return (
    <>
      <Tooltip title={reason} describeChild>
        <FormControlLabel
          label={translate(enabled ? 'connectors.enabled' : 'connectors.disabled')}
          sx={{ m: 0, ...(!permitted && { opacity: 0.5, cursor: 'not-allowed' }) }}
          control={
            <Switch
              checked={enabled}
              onChange={(_event, enabled) => !dimmed && switchTo(enabled)}
              slotProps={{
                input: {
                  role: 'switch',
                  'aria-disabled': dimmed,
                  'aria-busy': isPending,
                  'aria-describedby': permitted ? undefined : reasonId,
                },
              }}
            />
          }
        />
      </Tooltip>
      {isPending && <CircularProgress size={16} aria-label={translate('connectors.switching')} />}
      {!permitted && (
        <span id={reasonId} style={visuallyHidden}>
          {reason}
        </span>
      )}
    </>
  )
}

/** Says that a connector is disabled, and lets people enable it who may. */
function DisabledNotice({ connector }: { connector: Connector }) {
  const translate = useTranslate()
  const isOperated = useCapability(OPERATIONS_CAPABILITY)
  const { switchTo, isPending } = useSwitch(connector)
  return (
    <Alert
      severity="warning"
      sx={{ mb: 3, ...wrapped }}
      action={
        isOperated && (
          <PermissionButton
            permission="space:connector:update"
            color="inherit"
            size="small"
            loading={isPending}
            onClick={() => switchTo(true)}
          >
            {translate('connectors.enable')}
          </PermissionButton>
        )
      }
    >
      <span>
        {translate(
          connector.transformation.includes(PLACEHOLDER_URL)
            ? 'connectors.newNotice'
            : 'connectors.disabledNotice',
        )}
      </span>
      {isOperated && <p style={{ margin: 0 }}>{translate('connectors.testFirst')}</p>}
    </Alert>
  )
}

/** View mode of a connector. Rules, "Connectors". */
function ConnectorShow({ connector }: { connector: Connector }) {
  const operation = useOperation(connector)
  const translate = useTranslate()
  const hasAlerts = useCapability(CONNECTOR_ALERTS_CAPABILITY)
  const hasSecret = useCapability(connectorsApi.secret.capability)
  const isOperated = useCapability(OPERATIONS_CAPABILITY)
  const hasCertificates = useCapability(CERTIFICATES_CAPABILITY)
  const readsVersions = useReadsVersions()
  const lacksTags = useLacksTags()
  return (
    <>
      {!connector.enabled && <DisabledNotice connector={connector} />}
      {hasAlerts && (
        <Suspense>
          <OpenAlerts of={{ connectorId: connector.id }} />
        </Suspense>
      )}
      {operation && <OperationNotice connector={connector} operation={operation} />}
      <RecordDetails<Connector>
        fields={connectorFields}
        actions={
          <>
            <ChangesButton id={connector.id} />
            {operation && <TestButton connector={connector} operation={operation} />}
            {operation && <PauseButton connector={connector} operation={operation} />}
            {isOperated && <EnabledSwitch connector={connector} />}
          </>
        }
        notice={
          <>
            {lacksTags(connector) && (
              <Alert severity="warning" sx={{ mb: 2 }}>
                {translate('connectors.NO_TAGS_CONNECTOR')}
              </Alert>
            )}
            <LastFailures connector={connector} />
          </>
        }
      />
      <DeliverySection connector={connector} />
      {isOperated && (
        <Suspense>
          <ReplaySection connector={connector} />
        </Suspense>
      )}
      <ConnectorDevices connector={connector} />
      <Section
        title={translate('connectors.fields.transformation')}
        actions={
          readsVersions && (
            <Suspense>
              <Versions connector={connector} />
            </Suspense>
          )
        }
      >
        <CodeEditor
          label={translate('connectors.code')}
          language="javascript"
          value={connector.transformation}
        />
      </Section>
      {hasSecret && sendingOf(connector) === 'webhook' && (
        <>
          <SecretSection connector={connector} />
          <Suspense>
            <LookSection />
          </Suspense>
        </>
      )}
      {hasCertificates && (
        <Suspense>
          <CertificateSection connector={connector} />
        </Suspense>
      )}
    </>
  )
}

/** One connector, viewed or edited. Rules, "Connectors". */
export default function ConnectorPage() {
  return (
    <RecordPage
      show={<WithRecord<Connector> render={(connector) => <ConnectorShow connector={connector} />} />}
      edit={<ConnectorEdit />}
    />
  )
}
