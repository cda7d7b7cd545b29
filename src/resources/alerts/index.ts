import AlertIcon from '@mui/icons-material/NotificationsNone'
import { ALERTS_CAPABILITY } from '#contract/alerts/capability'
import type { AlertsTexts } from '../../components/alerts/texts'
import { lazyPart } from '../../components/lazyPart'
import type { ResourceDefinition } from '../../components/resource/definition'

/** Alerts that rules have opened in a space. Rules, "Alerts". */
export const alerts: ResourceDefinition<AlertsTexts> = {
  name: 'alerts',
  scope: 'space',
  capability: ALERTS_CAPABILITY,
  icon: AlertIcon,
  permissions: { read: 'space:alert:read' },
  recordRepresentation: 'rule_name',
  list: lazyPart(() => import('./AlertList'), 'alerts'),
  show: lazyPart(() => import('./AlertPage'), 'alerts'),
}
