import RuleIcon from '@mui/icons-material/NotificationsNone'
import { ALERTS_CAPABILITY } from '#contract/alerts/capability'
import { lazyPart } from '../../components/lazyPart'
import { crudOf, type ResourceDefinition } from '../../components/resource/definition'
import type { AlertRulesTexts } from './texts'

const RulePage = lazyPart(() => import('./RulePage'), 'alert-rules')

/** Rules that open alerts. Rules, "Alerts". */
export const alertRules: ResourceDefinition<AlertRulesTexts> = {
  name: 'alert-rules',
  scope: 'space',
  capability: ALERTS_CAPABILITY,
  under: 'alerts',
  icon: RuleIcon,
  permissions: crudOf('space:alertRule'),
  recordRepresentation: 'name',
  list: lazyPart(() => import('./RuleList'), 'alert-rules'),
  show: RulePage,
  edit: RulePage,
  create: lazyPart(async () => ({ default: (await import('./RuleForms')).RuleCreate }), 'alert-rules'),
  shownIn: ['alerts'],
}
