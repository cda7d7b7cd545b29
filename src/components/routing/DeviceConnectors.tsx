import { Alert, Box } from '@mui/material'
import type { Connector } from '#contract/connectors'
import type { Device } from '#contract/devices'
import { usePermission } from '../../dataProvider/account'
import { msg as messageMsg } from '../message/texts'
import { TagChips } from '../page'
import { type DeviceRoute, routesOfDevice } from './explain'
import {
  RouteList,
  RouteRow,
  RouteSection,
  TypeChips,
  useConnectors,
  useReasons,
  useSendsAlertsOnly,
} from './RouteList'
import { useTranslate } from './texts'

/** The connectors that a device's next message triggers, and why others are not. Needs permission to see connectors. */
export function DeviceConnectors({ device }: { device: Device }) {
  return usePermission('space:connector:read') ? <Routes device={device} /> : null
}

function Routes({ device }: { device: Device }) {
  const { data, error, refetch } = useConnectors()
  const query = { data: data && { id: device.id, connectors: data }, error, refetch }
  return (
    <RouteSection of="device" query={query}>
      {({ connectors }) => <List device={device} connectors={connectors} />}
    </RouteSection>
  )
}

const rowOf = (route: DeviceRoute) => <Route key={route.connector.id} route={route} />

function List({ device, connectors }: { device: Device; connectors: readonly Connector[] }) {
  const translate = useTranslate()
  const sendsAlertsOnly = useSendsAlertsOnly()
  const routes = routesOfDevice(connectors, device)
  const isForwarding = connectors.some((connector) => !sendsAlertsOnly(connector))
  const triggered = routes.filter(({ types }) => types.length > 0)
  return (
    <>
      {isForwarding && triggered.length === 0 && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {translate('routing.device.none')}
        </Alert>
      )}
      <RouteList
        label={translate('routing.device.list')}
        rows={triggered.map(rowOf)}
        others={routes.filter(({ types }) => types.length === 0).map(rowOf)}
      />
    </>
  )
}

function Route({ route: { connector, types, shared, obstacles } }: { route: DeviceRoute }) {
  const translate = useTranslate()
  const reasonsOf = useReasons()
  if (types.length === 0)
    return (
      <RouteRow look="no" connector={connector}>
        {translate('routing.device.not', { reasons: reasonsOf(connector, obstacles) })}
      </RouteRow>
    )
  const direction = translate(messageMsg(`message.directions.${connector.direction}`))
  return (
    <RouteRow look="yes" connector={connector}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 8px' }}>
        <span>{translate('routing.device.triggers', { direction })}</span>
        <TypeChips types={types} />
        {translate('routing.sharedTags')}
        <TagChips tags={shared} />
      </Box>
    </RouteRow>
  )
}
