import OpenIcon from '@mui/icons-material/InfoOutlined'
import { DELIVERY_STATES, type Delivery, OUTCOMES, SEND_CAPABILITY } from '#contract/connectors'
import { byDevice } from '../../../components/devices/byDevice'
import { Loaded, TimeText } from '../../../components/page'
import { type Column, RowLink, RowLinks } from '../../../components/table'
import { msg as word } from '../../../components/words/texts'
import { useAddresses } from '../../../dataProvider/SpaceProvider'
import { Attempts } from './Attempts'
import { DeliveryState, DeviceLink, Result, SubjectLink, useDelivery, useDeliveryName } from './cells'
import { ReplayMark } from './replay'
import { RetryButton } from './retry'
import { msg, useTranslate } from './texts'

/** All attempts of a delivery, in its expanded row. */
function DeliveryDetails({ delivery }: { delivery: Delivery }) {
  return <Loaded query={useDelivery(delivery)}>{(detail) => <Attempts {...detail} />}</Loaded>
}

/** All attempts of a delivery, below its row. */
export const expandDelivery = (delivery: Delivery) => <DeliveryDetails delivery={delivery} />

/** Opens and retries the delivery. */
function RowActions({ delivery }: { delivery: Delivery }) {
  const label = useDeliveryName()(delivery)
  return (
    <RowLinks>
      <RowLink
        to={useAddresses().delivery(delivery.connector_id, delivery.id)}
        label={useTranslate()('connectors.deliveries.open', { label })}
      >
        <OpenIcon fontSize="small" />
      </RowLink>
      <RetryButton delivery={delivery} label={label} />
    </RowLinks>
  )
}

const STATE_CHOICES = DELIVERY_STATES.map((id) => ({
  id,
  name: msg(`connectors.deliveries.states.${id}`),
}))

const OUTCOME_CHOICES = OUTCOMES.map((id) => ({
  id,
  name: msg(`connectors.deliveries.outcomes.${id}`),
}))

export const deliveryColumns: readonly Column<Delivery>[] = [
  {
    id: 'created_at',
    label: msg('connectors.deliveries.createdAt'),
    cell: ({ created_at }) => <TimeText value={created_at} />,
    primary: true,
    hideable: false,
    width: 124,
  },
  {
    id: 'message',
    label: msg('connectors.deliveries.message'),
    cell: (delivery) => <SubjectLink delivery={delivery} />,
    width: 152,
    card: 'line',
    selfExplanatory: true,
  },
  {
    id: 'device',
    label: msg('connectors.deliveries.device'),
    cell: (delivery) => <DeviceLink delivery={delivery} />,
    filter: { ...byDevice, capability: SEND_CAPABILITY },
    width: 152,
    card: 'line',
    selfExplanatory: true,
  },
  {
    id: 'state',
    label: word('words.connector.state'),
    cell: ({ state, replay_id }) => (
      <>
        <DeliveryState state={state} />
        {replay_id !== null && <ReplayMark />}
      </>
    ),
    filter: { kind: 'multiselect', source: 'state', choices: STATE_CHOICES },
    width: 128,
    card: 'title',
  },
  {
    id: 'attempts',
    label: msg('connectors.deliveries.attempts'),
    cell: ({ attempts }) => attempts,
    // Matches the time of any attempt.
    filter: { kind: 'dateRange', source: 'attempted_at' },
    align: 'right',
    width: 92,
  },
  {
    id: 'last_attempt_at',
    label: msg('connectors.deliveries.lastAttempt'),
    cell: ({ last_attempt_at }) => last_attempt_at && <TimeText value={last_attempt_at} />,
    width: 124,
    dropPriority: 2,
  },
  {
    id: 'next_attempt_at',
    label: msg('connectors.deliveries.nextAttempt'),
    cell: ({ next_attempt_at }) => next_attempt_at && <TimeText value={next_attempt_at} />,
    width: 124,
    dropPriority: 1,
  },
  {
    id: 'result',
    label: msg('connectors.deliveries.result'),
    cell: (delivery) => <Result delivery={delivery} />,
    least: 360,
    card: 'line',
    selfExplanatory: true,
    // Matches the outcome of any attempt in that time.
    filter: { kind: 'multiselect', source: 'outcome', choices: OUTCOME_CHOICES },
  },
  {
    id: 'actions',
    label: 'table.actions',
    card: 'actions',
    cell: (delivery) => <RowActions delivery={delivery} />,
    hideable: false,
    width: 88,
  },
]
