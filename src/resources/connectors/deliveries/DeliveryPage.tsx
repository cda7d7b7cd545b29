import { Alert, Link } from '@mui/material'
import { Link as RouterLink, useParams } from 'react-router-dom'
import type { Connector, DeliveryDetail } from '#contract/connectors'
import { CopyText, Field, FieldList, Loaded, PageHeader, Section, TimeText } from '../../../components/page'
import { Parents } from '../../../components/page/Parents'
import { msg as word } from '../../../components/words/texts'
import { isMissing } from '../../../dataProvider/client'
import { useAddresses } from '../../../dataProvider/SpaceProvider'
import { TestButton } from '../test/TestButton'
import { Attempts } from './Attempts'
import { BatchSection } from './batch'
import { DeliveryState, DeviceLink, SubjectLink, useDelivery, useDeliveryName } from './cells'
import { Missing, OfConnector } from './OfConnector'
import { RepeatedLink, ReplayLink } from './replay'
import { RetryButton } from './retry'
import { group, useTranslate } from './texts'

/** One delivery with all its attempts. */
export default function DeliveryPage() {
  return <OfConnector>{(connector) => <OneDelivery connector={connector} />}</OfConnector>
}

function OneDelivery({ connector }: { connector: Connector }) {
  const { deliveryId = '' } = useParams()
  const { deliveries } = useAddresses()
  const query = useDelivery({ connector_id: connector.id, id: deliveryId })
  if (isMissing(query.error))
    return <Missing texts={group('connectors.deliveries.notFound')} to={deliveries(connector.id)} />
  return <Loaded query={query}>{(delivery) => <DeliveryView {...{ connector, delivery }} />}</Loaded>
}

function DeliveryView({ connector, delivery }: { connector: Connector; delivery: DeliveryDetail }) {
  const translate = useTranslate()
  const { id, name } = connector
  const { record, deliveries } = useAddresses()
  return (
    <>
      <PageHeader
        title={useDeliveryName()(delivery)}
        parents={
          <Parents
            of={[
              { label: name, to: record('connectors', id) },
              { label: translate('connectors.deliveries.title', { name }), to: deliveries(id) },
            ]}
          />
        }
        actions={
          delivery.test && !delivery.alert && connector.operation ? (
            <TestButton connector={connector} operation={connector.operation} isAnother />
          ) : (
            <RetryButton delivery={delivery} />
          )
        }
      />
      {delivery.in_line && delivery.state === 'failed' && (
        <Alert severity="info" sx={{ mb: 3 }}>
          {translate('connectors.deliveries.line.left')}
        </Alert>
      )}
      <Section title={translate('connectors.deliveries.one')}>
        <FieldList>
          <Field label={translate(word('words.connector.state'))}>
            <DeliveryState state={delivery.state} />
          </Field>
          <Field
            label={translate(
              delivery.alert ? 'connectors.deliveries.alert.label' : 'connectors.deliveries.ofMessage',
            )}
          >
            <SubjectLink delivery={delivery} />
          </Field>
          <Field label={translate('connectors.deliveries.device')}>
            <DeviceLink delivery={delivery} />
          </Field>
          <Field label={translate('connectors.deliveries.createdAt')}>
            <TimeText value={delivery.created_at} relative />
          </Field>
          <Field label={translate('connectors.deliveries.nextAttempt')}>
            {delivery.next_attempt_at && <TimeText value={delivery.next_attempt_at} relative />}
          </Field>
          {delivery.replay_id !== null && (
            <Field label={translate('connectors.deliveries.replay')}>
              <ReplayLink connectorId={id} replayId={delivery.replay_id} />
            </Field>
          )}
          {delivery.repeats !== null && (
            <Field label={translate('connectors.deliveries.repeats')}>
              <RepeatedLink connectorId={id} deliveryId={delivery.repeats} />
            </Field>
          )}
          {delivery.waits_for && (
            <Field label={translate('connectors.deliveries.line.waitsFor')}>
              <Link component={RouterLink} to={`${deliveries(id)}/${delivery.waits_for}`} underline="hover">
                {translate('connectors.deliveries.line.before')}
              </Link>
            </Field>
          )}
          <Field label={translate('connectors.deliveries.id')}>
            <CopyText value={delivery.id} what={translate('connectors.deliveries.id')} />
          </Field>
        </FieldList>
      </Section>
      <BatchSection delivery={delivery} />
      <Section title={translate('connectors.deliveries.attempts')}>
        <Attempts {...delivery} />
      </Section>
    </>
  )
}
