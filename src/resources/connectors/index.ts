import ConnectorIcon from '@mui/icons-material/WebhookOutlined'
import { lazy } from 'react'

/** Connectors of a space: they forward messages to receivers. Spec 1, section 2. */
export const connectors = {
  name: 'connectors',
  scope: 'space',
  permission: 'space:connector:read',
  icon: ConnectorIcon,
  list: lazy(() => import('./list/ConnectorList')),
  edit: lazy(() => import('./ConnectorPage')),
  recordRepresentation: 'name',
} as const

/** Pages of connectors beside the list and the detail, with their path in the space. */
export const connectorPages = [
  { path: 'connectors/:connectorId/deliveries', Page: lazy(() => import('./deliveries/DeliveryList')) },
  {
    path: 'connectors/:connectorId/deliveries/:deliveryId',
    Page: lazy(() => import('./deliveries/DeliveryPage')),
  },
]
