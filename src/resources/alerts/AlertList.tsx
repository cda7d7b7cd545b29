import { Button, Tab, Tabs } from '@mui/material'
import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import type { Alert } from '#contract/alerts'
import { CONNECTOR_ALERTS_CAPABILITY, MUTES_CAPABILITY } from '#contract/alerts/capability'
import { Acknowledged } from '../../components/alerts/cells'
import { alertColumns } from '../../components/alerts/columns'
import { PutOff } from '../../components/alerts/PutOffButton'
import { Sentence } from '../../components/alerts/Sentence'
import { msg, useTranslate } from '../../components/alerts/texts'
import { ComboboxField } from '../../components/combobox/ComboboxField'
import { DeviceFilter, useDeviceFilter } from '../../components/devices/DeviceFilter'
import { useAddressFilter } from '../../components/page'
import { ResourceList } from '../../components/resource/ResourceList'
import { RecordLink } from '../../components/resource/RowActions'
import type { Column } from '../../components/table'
import { useCapability } from '../../config'
import { usePermission } from '../../dataProvider/account'
import { addEndpoints } from '../../dataProvider/endpoints'
import { laterEndpoints } from '../../dataProvider/laterEndpoints'
import { useGetList, WHOLE_LIST } from '../../dataProvider/queries'
import { useAddresses } from '../../dataProvider/SpaceProvider'

addEndpoints(laterEndpoints)

/** How often to look for changes, in milliseconds; a hidden page does not look. */
const POLL = 5000

/** The rules of the space to choose from. */
const useRules = () =>
  useGetList('alert-rules', WHOLE_LIST, { enabled: usePermission('space:alertRule:read') }).data

const columns: readonly Column<Alert>[] = [
  {
    id: 'rule_name',
    label: msg('alerts.rule'),
    cell: ({ id, rule_name }) => <RecordLink id={id} name={rule_name} />,
    filter: { kind: 'multiselect', source: 'rule_id', choices: useRules },
    primary: true,
    hideable: false,
    width: 140,
  },
  alertColumns.state,
  {
    id: 'condition',
    label: msg('alerts.condition'),
    cell: ({ condition }) => <Sentence condition={condition} />,
    card: 'below',
    yields: 3,
    least: 220,
  },
  alertColumns.since,
  alertColumns.lasting,
  alertColumns.devices,
  alertColumns.worst,
  {
    id: 'acknowledged',
    label: msg('alerts.acknowledged'),
    cell: (alert) => <Acknowledged alert={alert} />,
    card: 'below',
    width: 140,
  },
]

const withMutes: typeof columns = [
  ...columns,
  {
    id: 'mutes',
    label: msg('alerts.muted'),
    cell: (alert) => <PutOff alert={alert} />,
    card: 'below',
    width: 140,
  },
]

const SORT = { field: 'opened_at', order: 'DESC' } as const
const TABS = ['open', 'over'] as const

/** Those that are open, or those that are over. */
function StateTabs({ tab, choose }: { tab: (typeof TABS)[number]; choose: (tab: string | null) => void }) {
  const translate = useTranslate()
  return (
    <Tabs
      value={tab}
      onChange={(_event, next: string) => choose(next === 'open' ? null : next)}
      aria-label={translate('alerts.tabs.label')}
      sx={{ px: 2 }}
    >
      {TABS.map((id) => (
        <Tab key={id} value={id} label={translate(`alerts.tabs.${id}`)} />
      ))}
    </Tabs>
  )
}

/** Whose alerts are shown: those of a connector, if one is chosen. */
function ConnectorChoice({ id, choose }: { id: string | null; choose: (id: string | null) => void }) {
  const translate = useTranslate()
  const { data = [], isPending, error, refetch } = useGetList('connectors', WHOLE_LIST)
  const gone = isPending || error ? '…' : translate('alerts.scope.deletedConnector')
  return (
    <ComboboxField<{ id: string; name: string }>
      label={translate('alerts.connectorFilter')}
      value={id === null ? null : (data.find((one) => one.id === id) ?? { id, name: gone })}
      onChange={(connector) => choose(connector.id)}
      onClear={() => choose(null)}
      onType={() => undefined}
      choices={data}
      detailOf={() => null}
      isLoading={isPending}
      failure={error ? translate('alerts.scope.connectorsFailed') : undefined}
      onRetry={() => void refetch()}
      isFilter
    />
  )
}

/** Alerts of the space: those that are open first. Rules, "Alerts". */
export default function AlertList() {
  const translate = useTranslate()
  const addresses = useAddresses()
  const [asked, chooseTab] = useAddressFilter('tab')
  const tab = TABS.find((one) => one === asked) ?? 'open'
  const hasMutes = useCapability(MUTES_CAPABILITY)
  const deviceId = useDeviceFilter()
  const [connectorId, chooseConnector] = useAddressFilter('connectorId')
  const hasConnectors = useCapability(CONNECTOR_ALERTS_CAPABILITY)
  const ofConnectors = usePermission('space:connector:read') && hasConnectors
  const filter = useMemo(
    () => ({
      state: tab === 'over' ? 'ended' : 'open',
      ...(deviceId !== null && { device_id: deviceId }),
      ...(connectorId !== null && { connector_id: connectorId }),
    }),
    [tab, deviceId, connectorId],
  )
  return (
    <ResourceList<Alert>
      key={`${tab} ${deviceId} ${connectorId}`}
      columns={hasMutes ? withMutes : columns}
      defaultSort={SORT}
      filter={filter}
      emptyText={tab === 'open' ? msg('alerts.noneOpen') : msg('alerts.noneOver')}
      refreshesItself={POLL}
      headerActions={
        <>
          {hasMutes && (
            <Button component={Link} to={addresses.list('mutes')} variant="outlined">
              {translate('layout.titles.mutes')}
            </Button>
          )}
          <Button component={Link} to={addresses.list('alert-rules')} variant="outlined">
            {translate('alerts.rules')}
          </Button>
        </>
      }
      moreFilters={
        <>
          <DeviceFilter label={translate('alerts.deviceFilter')} />
          {ofConnectors && <ConnectorChoice id={connectorId} choose={chooseConnector} />}
        </>
      }
      notice={<StateTabs tab={tab} choose={chooseTab} />}
    />
  )
}
