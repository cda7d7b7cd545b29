import ConnectorIcon from '@mui/icons-material/WebhookOutlined'
import { lazyPart } from '../../components/lazyPart'
import { crudOf, type ResourceDefinition } from '../../components/resource/definition'
import type { ConnectorsTexts } from './texts'

const ConnectorPage = lazyPart(() => import('./ConnectorPage'), 'connectors')

/** Connectors of a space, which forward messages to receivers. Rules, "Connectors". */
export const connectors: ResourceDefinition<ConnectorsTexts> = {
  name: 'connectors',
  scope: 'space',
  icon: ConnectorIcon,
  permissions: crudOf('space:connector'),
  recordRepresentation: 'name',
  list: lazyPart(() => import('./ConnectorList'), 'connectors'),
  show: ConnectorPage,
  edit: ConnectorPage,
  create: lazyPart(
    async () => ({ default: (await import('./ConnectorCreate')).ConnectorCreate }),
    'connectors',
    'connectors.destinations',
  ),
}

/** Further pages of connectors, besides the list and the detail, with their paths in the space. */
export const connectorPages = [
  {
    path: 'connectors/:connectorId/deliveries',
    Page: lazyPart(() => import('./deliveries/DeliveryList'), 'connectors'),
  },
  {
    path: 'connectors/:connectorId/deliveries/:deliveryId',
    Page: lazyPart(() => import('./deliveries/DeliveryPage'), 'connectors'),
  },
]
