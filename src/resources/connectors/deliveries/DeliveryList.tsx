import { type ReactNode, useEffect, useMemo } from 'react'
import { ResourceContextProvider, useEvent, useListContext } from 'react-admin'
import { Navigate, useLocation, useParams } from 'react-router-dom'
import { type Connector, type Delivery, SEND_CAPABILITY, WATCH_CAPABILITY } from '#contract/connectors'
import { formatSpan, formatTime, serverNow, useClock } from '../../../clock'
import { ExportButton } from '../../../components/export/ExportButton'
import { lazyPart } from '../../../components/lazyPart'
import { Parents } from '../../../components/page/Parents'
import { type Choice, type Column, TableList } from '../../../components/table'
import { filterableOf, filterOf } from '../../../components/table/address'
import { useCapability } from '../../../config'
import { useAddresses } from '../../../dataProvider/SpaceProvider'
import { useReplays } from '../replays/useReplays'
import { hourOf, tableSearchOf } from './address'
import { useDeliveryName } from './cells'
import { deliveryColumns, expandDelivery } from './columns'
import { OfConnector } from './OfConnector'
import { ReplayLink } from './replay'
import { AllButton, SendSelected } from './retry'
import { group, msg, useTranslate } from './texts'

const DeliveryExport = lazyPart(() => import('./DeliveryExport'))

/** Milliseconds between two polls of the rows. */
const CHECK_INTERVAL = 2000

/** Polls the list while an attempt of a row is due and the page is visible. */
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

/** Replays of the connector, by their periods, as choices. */
function useReplayChoices(): readonly Choice[] | undefined {
  const { connectorId = '' } = useParams()
  const clock = useClock()
  return useReplays({ id: connectorId }).data?.replays.map(({ id, after, before, created_at }) => ({
    id,
    name: `${formatSpan(Date.parse(after), Date.parse(before), clock)} (${formatTime(Date.parse(created_at), clock)})`,
  }))
}

/** For servers that can filter by replay. */
const replay: Column<Delivery> = {
  id: 'replay',
  label: msg('connectors.deliveries.replay'),
  cell: ({ connector_id, replay_id }) =>
    replay_id && <ReplayLink connectorId={connector_id} replayId={replay_id} />,
  filter: { kind: 'multiselect', source: 'replay_id', choices: useReplayChoices },
  hidden: true,
  width: 152,
}

const columnsWithReplays = deliveryColumns.toSpliced(-1, 0, replay)

// The server's only order.
const newestFirst = { field: 'id', order: 'DESC' } as const
const filters = filterableOf(columnsWithReplays).map(({ filter }) => filter)

function DeliveryTable({ connector: { id, name } }: { connector: Connector }) {
  const translate = useTranslate()
  const clock = useClock()
  const { list, record } = useAddresses()
  const { search } = useLocation()
  const { attempted_at, device_id } = filterOf(search, filters)
  const hour = hourOf(attempted_at)
  const title = hour
    ? translate('connectors.deliveries.titleOfHour', { name, hour: formatSpan(hour.start, hour.end, clock) })
    : translate('connectors.deliveries.title', { name })
  const rowLabel = useDeliveryName()
  const sendsNow = useCapability(SEND_CAPABILITY)
  const deviceId = sendsNow && typeof device_id === 'string' ? device_id : undefined
  const filter = useMemo(() => ({ connectorId: id }), [id])
  const filtersByReplay = useCapability(WATCH_CAPABILITY)
  const instead = tableSearchOf(search)
  if (instead !== null) return <Navigate to={{ search: instead }} replace />
  return (
    <ResourceContextProvider value="deliveries">
      <TableList
        columns={filtersByReplay ? columnsWithReplays : deliveryColumns}
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
        expand={expandDelivery}
        rowLabel={rowLabel}
        frame={FreshFrame}
        headerActions={
          <>
            {sendsNow && <AllButton connectorId={id} deviceId={deviceId} kind="sendAll" />}
            <AllButton connectorId={id} deviceId={deviceId} kind="retryAll" />
            <ExportButton Dialog={DeliveryExport} />
          </>
        }
        bulkActions={sendsNow ? <SendSelected connectorId={id} /> : undefined}
      />
    </ResourceContextProvider>
  )
}

/**
 * Deliveries of the address's connector, newest first. `after` and `before` limit the time of an attempt. The server
 * must be able to list deliveries.
 */
export default function DeliveryList() {
  return (
    <OfConnector>{(connector) => <DeliveryTable key={connector.id} connector={connector} />}</OfConnector>
  )
}
