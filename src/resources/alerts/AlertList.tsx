import { useCallback, useMemo } from 'react'
import type { Alert } from '#contract/alerts'
import {
  ALERT_ASSIGNMENT_CAPABILITY,
  CONNECTOR_ALERTS_CAPABILITY,
  MUTES_CAPABILITY,
} from '#contract/alerts/capability'
import { Acknowledged } from '../../components/alerts/cells'
import { alertColumns } from '../../components/alerts/columns'
import { Sentence } from '../../components/alerts/Sentence'
import { MutesAndSnooze } from '../../components/alerts/SnoozeButton'
import { msg } from '../../components/alerts/texts'
import { useAlertTabs } from '../../components/alerts/useAlertTabs'
import { byDevice } from '../../components/devices/byDevice'
import { lazyPart } from '../../components/lazyPart'
import { useAddressFilter } from '../../components/page'
import { ResourceList } from '../../components/resource/ResourceList'
import { RecordLink } from '../../components/resource/RowActions'
import type { Column, ColumnFilter } from '../../components/table'
import { useCapability } from '../../config'
import { usePermission } from '../../dataProvider/account'
import { useGetList, useGetOne, WHOLE_LIST } from '../../dataProvider/queries'
import { useAddresses } from '../../dataProvider/SpaceProvider'

/** Milliseconds between two polls; a hidden page does not poll. */
const POLL = 5000

/** The rules of the space, as choices. */
const useRules = () =>
  useGetList('alert-rules', WHOLE_LIST, { enabled: usePermission('space:alertRule:read') }).data

function ConnectorName({ id }: { id: string }) {
  const { data } = useGetOne('connectors', { id }, { staleTime: 60_000, onError: () => undefined })
  return <span>{data?.name ?? id}</span>
}

/** For people who may read connectors. */
const byConnector = {
  kind: 'record',
  source: 'connector_id',
  parameter: 'connectorId',
  label: msg('alerts.connectorFilter'),
  Field: lazyPart(() => import('./ConnectorFilterField')),
  Shown: ConnectorName,
  capability: CONNECTOR_ALERTS_CAPABILITY,
} as const satisfies ColumnFilter

const condition: Column<Alert> = {
  id: 'condition',
  label: msg('alerts.condition'),
  cell: ({ condition }) => <Sentence condition={condition} />,
  card: 'below',
  dropPriority: 3,
  least: 220,
}

const acknowledged: Column<Alert> = {
  id: 'acknowledged',
  label: msg('alerts.assigned'),
  cell: (alert) => <Acknowledged alert={alert} />,
  filter: {
    kind: 'multiselect',
    source: 'assigned_to',
    choices: [
      { id: 'me', name: msg('alerts.assignedTo.me') },
      { id: 'nobody', name: msg('alerts.assignedTo.nobody') },
    ],
    capability: ALERT_ASSIGNMENT_CAPABILITY,
  },
  // Who a person is among the names, the list does not know.
  valuesOf: ({ acknowledged_at }) => (acknowledged_at === null ? ['nobody'] : []),
  card: 'below',
  width: 140,
}

const mutes: Column<Alert> = {
  id: 'mutes',
  label: msg('alerts.muted'),
  cell: (alert) => <MutesAndSnooze alert={alert} />,
  card: 'below',
  width: 140,
}

const rule: Column<Alert> = {
  id: 'rule_name',
  label: msg('alerts.rule'),
  cell: ({ id, rule_name }) => <RecordLink id={id} name={rule_name} />,
  filter: { kind: 'multiselect', source: 'rule_id', choices: useRules },
  card: 'line',
  selfExplanatory: true,
  hideable: false,
  width: 140,
}

interface Has {
  /** Resolved alerts: they have no state column and no mutes. */
  resolved: boolean
  connectors: boolean
  mutes: boolean
}

const columnsOf = (has: Has): readonly Column<Alert>[] => [
  {
    ...alertColumns.about,
    filter: [{ ...byDevice, label: msg('alerts.deviceFilter') }, ...(has.connectors ? [byConnector] : [])],
    primary: true,
    hideable: false,
  },
  rule,
  ...(has.resolved ? [] : [alertColumns.state]),
  condition,
  alertColumns.since,
  has.resolved ? { ...alertColumns.lasting, label: msg('alerts.lasted') } : alertColumns.lasting,
  alertColumns.worst,
  acknowledged,
  ...(has.mutes && !has.resolved ? [mutes] : []),
]

const SORT = { field: 'opened_at', order: 'DESC' } as const

/** Alerts of the space: open ones, or in another tab resolved ones. Rules, "Alerts". */
export default function AlertList() {
  const addresses = useAddresses()
  const resolved = useAddressFilter('tab')[0] === 'resolved'
  const hasMutes = useCapability(MUTES_CAPABILITY)
  const hasConnectors = usePermission('space:connector:read')
  const columns = useMemo(
    () => columnsOf({ resolved, connectors: hasConnectors, mutes: hasMutes }),
    [resolved, hasConnectors, hasMutes],
  )
  const filter = useMemo(() => ({ state: resolved ? 'ended' : 'open' }), [resolved])
  const rowAddress = useCallback(({ id }: Alert) => addresses.record('alerts', id), [addresses])
  return (
    <ResourceList<Alert>
      key={String(resolved)}
      columns={columns}
      tabOf={useAlertTabs(resolved ? 'resolved' : 'open')}
      defaultSort={SORT}
      filter={filter}
      emptyText={resolved ? msg('alerts.noneResolved') : msg('alerts.noneOpen')}
      rowAddress={rowAddress}
      refreshesItself={POLL}
    />
  )
}
