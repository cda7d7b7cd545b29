import { useParams } from 'react-router-dom'
import type { Connector, DeliveryDetail } from '#contract/connectors'
import {
  CopyText,
  Field,
  FieldList,
  Loaded,
  NotFound,
  PageHeader,
  Section,
  TimeText,
} from '../../../components/page'
import { isMissing } from '../../../dataProvider/client'
import { useTranslate } from '../../../i18n/translate'
import { useConnectorLinks } from '../useConnectorLinks'
import { Attempts } from './Attempts'
import { DeviceLink, MessageLink } from './cells'
import { OfConnector } from './OfConnector'
import { RetryButton } from './RetryButton'
import { StateChip } from './StateChip'
import { useDelivery } from './useDelivery'
import { useDeliveryName } from './useDeliveryName'

/** One delivery with all its attempts. */
export default function DeliveryPage() {
  return <OfConnector>{(connector) => <OneDelivery connector={connector} />}</OfConnector>
}

function OneDelivery({ connector }: { connector: Connector }) {
  const translate = useTranslate()
  const { deliveryId = '' } = useParams()
  const { deliveries } = useConnectorLinks(connector.id)
  const query = useDelivery({ connector_id: connector.id, id: deliveryId })
  if (isMissing(query.error))
    return (
      <NotFound
        title={translate('connectors.deliveries.notFound.title')}
        text={translate('connectors.deliveries.notFound.text')}
        instead={{ label: translate('connectors.deliveries.notFound.back'), to: deliveries }}
      />
    )
  return <Loaded query={query}>{(delivery) => <DeliveryView {...{ connector, delivery }} />}</Loaded>
}

function DeliveryView({ connector, delivery }: { connector: Connector; delivery: DeliveryDetail }) {
  const translate = useTranslate()
  const { detail, deliveries } = useConnectorLinks(connector.id)
  const text = (key: string, values?: object) => translate(`connectors.deliveries.${key}`, values)
  return (
    <>
      <PageHeader
        title={useDeliveryName()(delivery)}
        parents={[
          { label: connector.name, to: detail },
          { label: text('title', { name: connector.name }), to: deliveries },
        ]}
        actions={<RetryButton delivery={delivery} />}
      />
      <Section title={text('one')}>
        <FieldList>
          <Field label={text('state')}>
            <StateChip state={delivery.state} />
          </Field>
          <Field label={text('id')}>
            <CopyText value={delivery.id} what={text('id')} />
          </Field>
          <Field label={text('message')}>
            <MessageLink delivery={delivery} />
          </Field>
          <Field label={text('device')}>
            <DeviceLink delivery={delivery} />
          </Field>
          <Field label={text('createdAt')}>
            <TimeText value={delivery.created_at} relative />
          </Field>
          <Field label={text('nextAttempt')}>
            {delivery.next_attempt_at && <TimeText value={delivery.next_attempt_at} relative />}
          </Field>
        </FieldList>
      </Section>
      <Section title={text('tries.title')}>
        <Attempts tries={delivery.tries} />
      </Section>
    </>
  )
}
