import { type ComponentType, Suspense } from 'react'
import { WithRecord } from 'react-admin'
import {
  CERTIFICATES_CAPABILITY,
  type Connector,
  connectorsApi,
  OPERATIONS_CAPABILITY,
  sendingOf,
} from '#contract/connectors'
import { CodeEditor } from '../../components/editor'
import { lazyPart } from '../../components/lazyPart'
import { Section, useAddressParameter, useEditMode } from '../../components/page'
import { Columns } from '../../components/page/Columns'
import { RecordPage, type RecordTab, RecordTabs } from '../../components/resource/RecordPage'
import { ConnectorDevices } from '../../components/routing/ConnectorDevices'
import { useCapability } from '../../config'
import { usePermission } from '../../dataProvider/account'
import { useEndsSoon } from './certificate/useEndsSoon'
import { OverviewTab } from './OverviewTab'
import { EnabledSwitch } from './operation/EnabledSwitch'
import { PauseButton } from './operation/PauseButton'
import { useOperation } from './operation/useOperation'
import { SecretSection } from './secret/SecretSection'
import { TestButton } from './test/TestButton'
import { msg, useTranslate } from './texts'
import { useReadsVersions } from './versions/access'

const DeliveriesTab = lazyPart(() => import('./deliveries/DeliveriesTab'))
const CertificateSection = lazyPart(
  () => import('./certificate/CertificateSection'),
  'connectors.certificate',
)
const LocalReceiverSection = lazyPart(
  () => import('./localReceiver/LocalReceiverSection'),
  'connectors.localReceiver',
)
const VersionsButton = lazyPart(() => import('./versions/Versions'), 'connectors.versions')
const AskedVersion = lazyPart(
  async () => ({ default: (await import('./versions/Versions')).AskedVersion }),
  'connectors.versions',
)
const ConnectorEdit = lazyPart(async () => ({ default: (await import('./ConnectorForms')).ConnectorEdit }))

interface OfConnector {
  connector: Connector
}

/** Code of the connector, and its versions. */
function CodeTab({ connector }: OfConnector) {
  const translate = useTranslate()
  const readsVersions = useReadsVersions()
  return (
    <Section
      title={translate('connectors.fields.transformation')}
      actions={
        readsVersions && (
          <Suspense>
            <VersionsButton connector={connector} />
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
  )
}

const isSignedBy = (connector: Connector, hasSecret: boolean) =>
  hasSecret && sendingOf(connector) === 'webhook'

/** How the receiver verifies requests, and how the connector verifies the receiver. */
function SecurityTab({ connector }: OfConnector) {
  const isSigned = isSignedBy(connector, useCapability(connectorsApi.secret.capability))
  const hasCertificates = useCapability(CERTIFICATES_CAPABILITY)
  return (
    <>
      <Columns>
        {isSigned && <SecretSection connector={connector} />}
        {hasCertificates && (
          <Suspense>
            <CertificateSection connector={connector} />
          </Suspense>
        )}
      </Columns>
      {isSigned && (
        <Suspense>
          <LocalReceiverSection />
        </Suspense>
      )}
    </>
  )
}

const panelOf = (View: ComponentType<OfConnector>) => () => (
  <WithRecord<Connector> render={(connector) => <View connector={connector} />} />
)

const OVERVIEW: RecordTab = {
  id: 'details',
  label: msg('connectors.tabs.overview'),
  Panel: panelOf(OverviewTab),
}
const DELIVERIES: RecordTab = {
  id: 'deliveries',
  label: msg('connectors.tabs.deliveries'),
  Panel: panelOf((props) => (
    <Suspense>
      <DeliveriesTab {...props} />
    </Suspense>
  )),
}
const DEVICES: RecordTab = {
  id: 'devices',
  label: 'layout.titles.devices',
  Panel: panelOf(ConnectorDevices),
}
const CODE: RecordTab = {
  // The form's code tab has the same id, so that Edit opens it.
  id: 'advanced',
  label: msg('connectors.tabs.code'),
  Panel: panelOf(CodeTab),
}
const SECURITY: RecordTab = {
  id: 'security',
  label: msg('connectors.tabs.security'),
  Panel: panelOf(SecurityTab),
}

/** View mode of a connector; `?version` opens that version of the code over it. Rules, "Connectors". */
function ConnectorShow({ connector }: OfConnector) {
  const translate = useTranslate()
  const [version] = useAddressParameter('version')
  const readsVersions = useReadsVersions()
  const listsDeliveries = useCapability(connectorsApi.deliveries.capability)
  const isSigned = isSignedBy(connector, useCapability(connectorsApi.secret.capability))
  const hasCertificates = useCapability(CERTIFICATES_CAPABILITY)
  const certificateEnds = useEndsSoon(connector.client_certificate)
  const security = {
    ...SECURITY,
    error: certificateEnds ? translate('connectors.tabs.certificateEnds') : undefined,
  }
  return (
    <>
      <RecordTabs
        label={translate('connectors.tabs.title')}
        tabs={[
          OVERVIEW,
          ...(listsDeliveries ? [DELIVERIES] : []),
          DEVICES,
          CODE,
          ...(isSigned || hasCertificates ? [security] : []),
        ]}
      />
      {readsVersions && version !== null && (
        <Suspense>
          <AskedVersion connector={connector} />
        </Suspense>
      )}
    </>
  )
}

/** Actions on a connector in view mode. */
function ConnectorActions({ connector }: OfConnector) {
  const operation = useOperation(connector)
  const isOperated = useCapability(OPERATIONS_CAPABILITY)
  const { editing } = useEditMode()
  const canEdit = usePermission('space:connector:update')
  if (editing && canEdit) return null
  return (
    <>
      {isOperated && <EnabledSwitch connector={connector} />}
      {operation && <PauseButton connector={connector} operation={operation} />}
      {operation && <TestButton connector={connector} operation={operation} />}
    </>
  )
}

/** One connector, viewed or edited. Rules, "Connectors". */
export default function ConnectorPage() {
  return (
    <RecordPage
      actions={<WithRecord<Connector> render={(connector) => <ConnectorActions connector={connector} />} />}
      show={<WithRecord<Connector> render={(connector) => <ConnectorShow connector={connector} />} />}
      edit={<ConnectorEdit />}
    />
  )
}
