import { DELIVERY_STATES, type Delivery } from '#contract/connectors'
import { TimeText } from '../../../components/page'
import type { Column } from '../../../components/table'
import { useTranslate } from '../../../i18n/translate'
import { DeviceLink, MessageLink, RowActions } from './cells'
import { Result } from './Result'
import { StateChip } from './StateChip'

function useStateChoices() {
  const translate = useTranslate()
  return DELIVERY_STATES.map((id) => ({ id, name: translate(`connectors.deliveries.states.${id}`) }))
}

/** Columns of the deliveries of a connector. */
export const columns: readonly Column<Delivery>[] = [
  {
    id: 'created_at',
    label: 'connectors.deliveries.createdAt',
    cell: ({ created_at }) => <TimeText value={created_at} />,
    primary: true,
    hideable: false,
    width: 124,
  },
  {
    id: 'message',
    label: 'connectors.deliveries.message',
    cell: (delivery) => <MessageLink delivery={delivery} />,
    width: 92,
  },
  {
    id: 'device',
    label: 'connectors.deliveries.device',
    cell: (delivery) => <DeviceLink delivery={delivery} />,
  },
  {
    id: 'state',
    label: 'connectors.deliveries.state',
    cell: ({ state }) => <StateChip state={state} />,
    filter: { kind: 'multiselect', source: 'state', useChoices: useStateChoices },
    width: 104,
  },
  {
    id: 'attempts',
    label: 'connectors.deliveries.attempts',
    cell: ({ attempts }) => attempts,
    // By the time of any of them.
    filter: { kind: 'dateRange', source: 'attempted_at' },
    align: 'right',
    width: 92,
  },
  {
    id: 'last_attempt_at',
    label: 'connectors.deliveries.lastAttempt',
    cell: ({ last_attempt_at }) => last_attempt_at && <TimeText value={last_attempt_at} />,
    width: 124,
    yields: 2,
  },
  {
    id: 'next_attempt_at',
    label: 'connectors.deliveries.nextAttempt',
    cell: ({ next_attempt_at }) => next_attempt_at && <TimeText value={next_attempt_at} />,
    width: 124,
    yields: 1,
  },
  {
    id: 'result',
    label: 'connectors.deliveries.result',
    cell: (delivery) => <Result delivery={delivery} />,
  },
  {
    id: 'actions',
    label: 'table.actions',
    cell: (delivery) => <RowActions delivery={delivery} />,
    hideable: false,
    width: 88,
  },
]
