import { useTranslate } from 'react-admin'
import type { Connector } from '#contract/connectors'
import { Section } from '../../../components/page'
import { ConnectorFields } from './ConnectorFields'

/** View mode of a connector's page. Spec 1, section 2. */
export function ConnectorView({ connector }: { connector: Connector }) {
  const translate = useTranslate()
  return (
    <Section title={translate('connectors.details')}>
      <ConnectorFields connector={connector} />
    </Section>
  )
}
