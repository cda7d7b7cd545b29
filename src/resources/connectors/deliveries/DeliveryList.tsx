import OpenIcon from '@mui/icons-material/InfoOutlined'
import { type ReactNode, useEffect, useMemo } from 'react'
import { ResourceContextProvider, useEvent, useListContext } from 'react-admin'
import { Navigate, useLocation, useParams } from 'react-router-dom'
import {
  type Connector,
  DELIVERY_STATES,
  type Delivery,
  OUTCOMES,
  SEND_CAPABILITY,
  WATCH_CAPABILITY,
} from '#contract/connectors'
import { formatSpan, formatTime, serverNow, useClock } from '../../../clock'
import { DeviceFilter, useDeviceFilter } from '../../../components/devices/DeviceFilter'
import { Loaded, TimeText } from '../../../components/page'
import { Parents } from '../../../components/page/Parents'
import { type Choice, type Column, RowLink, RowLinks, TableList } from '../../../components/table'
import { filterableOf, filterOf } from '../../../components/table/address'
import { useCapability } from '../../../config'
import { useAddresses } from '../../../dataProvider/SpaceProvider'
import { useReplays } from '../replays/useReplays'
import { msg as connectorsMsg } from '../texts'
import { Attempts } from './Attempts'
import { hourOf, tableSearchOf } from './address'
import { DeliveryState, DeviceLink, Result, SubjectLink, useDelivery, useDeliveryName } from './cells'
import { OfConnector } from './OfConnector'
import { ReplayLink, ReplayMark } from './replay'
import { AllButton, RetryButton, SendSelected } from './retry'
import { group, msg, useTranslate } from './texts'

/** Interval between checks of the rows, in milliseconds. */
const CHECK_INTERVAL = 2000

/** Refreshes the list while a row's attempt is due and the page is visible. */
function FreshFrame({ children }: { children: ReactNode }) {
  const { data, refetch } = useListContext<Delivery>()
  const check = useEvent(() => {
    const isDue = data?.some(
      ({ state, next_attempt_at }) =>
        state === 'pending' && next_attempt_at !== null && Date.parse(next_attempt_at) <= serverNow(),
    )
    if (isDue && document.visibilityState === 'visible') void refetch()
  })
  useEffect(() => {
    const timer = setInterval(check, CHECK_INTERVAL)
    return () => clearInterval(timer)
  }, [check])
  return children
}

/** All attempts of a delivery: what its row expands to. */
function DeliveryDetails({ delivery }: { delivery: Delivery }) {
  return <Loaded query={useDelivery(delivery)}>{(detail) => <Attempts {...detail} />}</Loaded>
}

/** Opens the delivery, and retries it. */
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

/** The replays of the address's connector, by the period that each is about. */
function useReplayChoices(): readonly Choice[] | undefined {
  const { connectorId = '' } = useParams()
  const clock = useClock()
  return useReplays({ id: connectorId }).data?.replays.map(({ id, after, before, created_at }) => ({
    id,
    name: `${formatSpan(Date.parse(after), Date.parse(before), clock)} (${formatTime(Date.parse(created_at), clock)})`,
  }))
}

/** Of servers that filter by it. */
const replay: Column<Delivery> = {
  id: 'replay',
  label: msg('connectors.deliveries.replay'),
  cell: ({ connector_id, replay_id }) =>
    replay_id && <ReplayLink connectorId={connector_id} replayId={replay_id} />,
  filter: { kind: 'multiselect', source: 'replay_id', choices: useReplayChoices },
  hidden: true,
  width: 152,
}

const columns: readonly Column<Delivery>[] = [
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
    speaks: true,
  },
  {
    id: 'device',
    label: msg('connectors.deliveries.device'),
    cell: (delivery) => <DeviceLink delivery={delivery} />,
    width: 152,
    card: 'line',
    speaks: true,
  },
  {
    id: 'state',
    label: connectorsMsg('connectors.state'),
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
    yields: 2,
  },
  {
    id: 'next_attempt_at',
    label: msg('connectors.deliveries.nextAttempt'),
    cell: ({ next_attempt_at }) => next_attempt_at && <TimeText value={next_attempt_at} />,
    width: 124,
    yields: 1,
  },
  {
    id: 'result',
    label: msg('connectors.deliveries.result'),
    cell: (delivery) => <Result delivery={delivery} />,
    least: 360,
    card: 'line',
    speaks: true,
    // Matches the outcome of any attempt of the time.
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

const columnsWithReplays = columns.toSpliced(-1, 0, replay)

// The server's only order.
const newestFirst = { field: 'id', order: 'DESC' } as const
const filters = filterableOf(columnsWithReplays).map(({ filter }) => filter)
const expand = (delivery: Delivery) => <DeliveryDetails delivery={delivery} />

function DeliveryTable({ connector: { id, name } }: { connector: Connector }) {
  const translate = useTranslate()
  const clock = useClock()
  const { list, record } = useAddresses()
  const { search } = useLocation()
  const hour = hourOf(filterOf(search, filters).attempted_at)
  const title = hour
    ? translate('connectors.deliveries.titleOfHour', { name, hour: formatSpan(hour.start, hour.end, clock) })
    : translate('connectors.deliveries.title', { name })
  const rowLabel = useDeliveryName()
  const deviceId = useDeviceFilter()
  const sendsNow = useCapability(SEND_CAPABILITY)
  const device_id = (sendsNow && deviceId) || undefined
  const filter = useMemo(() => ({ connectorId: id, ...(device_id && { device_id }) }), [id, device_id])
  const filtersByReplay = useCapability(WATCH_CAPABILITY)
  const instead = tableSearchOf(search)
  if (instead !== null) return <Navigate to={{ search: instead }} replace />
  return (
    <ResourceContextProvider value="deliveries">
      <TableList
        key={device_id}
        columns={filtersByReplay ? columnsWithReplays : columns}
        title={msg('connectors.deliveries.one')}
        titleText={title}
        parents={
          <Parents
            of={[
              { label: translate('layout.titles.connectors'), to: list('connectors') },
              { label: name, to: record('connectors', id) },
            ]}
          />
        }
        entity={group('connectors.deliveries.entity')}
        emptyText={msg('connectors.deliveries.empty')}
        defaultSort={newestFirst}
        filter={filter}
        expand={expand}
        rowLabel={rowLabel}
        frame={FreshFrame}
        headerActions={
          <>
            {sendsNow && <AllButton connectorId={id} deviceId={device_id} kind="sendAll" />}
            <AllButton connectorId={id} deviceId={device_id} kind="retryAll" />
          </>
        }
        moreFilters={sendsNow && <DeviceFilter label={translate('connectors.deliveries.device')} />}
        bulkActions={sendsNow ? <SendSelected connectorId={id} /> : undefined}
      />
    </ResourceContextProvider>
  )
}

/**
 * Deliveries of the address's connector, newest first. Its `after` and `before` limit the time of an attempt.
 * The server must be able to list deliveries.
 */
export default function DeliveryList() {
  return (
    <OfConnector>{(connector) => <DeliveryTable key={connector.id} connector={connector} />}</OfConnector>
  )
}
