import type { Connector } from '#contract/connectors'
import { CodeEditor } from '../../../components/editor'
import { Section } from '../../../components/page'
import { ConnectorDevices } from '../../../components/routing/ConnectorDevices'
import { useTranslate } from '../../../i18n/translate'
import { DeliverySection } from '../heatmap/DeliverySection'
import { ConnectorFields } from './ConnectorFields'
import { EnabledSwitch } from './EnabledSwitch'
import { SecretSection } from './SecretSection'

/** View mode of a connector's page. Spec 1, section 2. */
export function ConnectorView({ connector }: { connector: Connector }) {
  const translate = useTranslate()
  return (
    <>
      <Section title={translate('connectors.details')} actions={<EnabledSwitch connector={connector} />}>
        <ConnectorFields connector={connector} />
      </Section>
      <DeliverySection connector={connector} />
      <ConnectorDevices connector={connector} />
      <Section title={translate('connectors.transformation')}>
        <CodeEditor
          label={translate('connectors.code')}
          language="javascript"
          value={connector.transformation}
        />
      </Section>
      <SecretSection connector={connector} />
    </>
  )
}
