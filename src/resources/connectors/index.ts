import ConnectorIcon from '@mui/icons-material/WebhookOutlined'
import { lazy } from 'react'
import { lazyPart } from '../../components/lazyPart'
import { crudOf, type ResourceDefinition } from '../../components/resource/definition'

const ConnectorPage = lazy(() => import('./ConnectorPage'))

/** Connectors of a space: they forward messages to receivers. Rules, "Connectors". */
export const connectors: ResourceDefinition = {
  name: 'connectors',
  scope: 'space',
  icon: ConnectorIcon,
  permissions: crudOf('space:connector'),
  recordRepresentation: 'name',
  list: lazyPart(() => import('./ConnectorList')),
  show: ConnectorPage,
  edit: ConnectorPage,
  create: lazyPart(async () => ({ default: (await import('./ConnectorForms')).ConnectorCreate })),
}

/** Pages of connectors beside the list and the detail, with their path in the space. */
export const connectorPages = [
  { path: 'connectors/:connectorId/deliveries', Page: lazy(() => import('./deliveries/DeliveryList')) },
  {
    path: 'connectors/:connectorId/deliveries/:deliveryId',
    Page: lazy(() => import('./deliveries/DeliveryPage')),
  },
]
