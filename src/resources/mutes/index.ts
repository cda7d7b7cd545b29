import MuteIcon from '@mui/icons-material/NotificationsOffOutlined'
import { MUTES_CAPABILITY } from '#contract/alerts/capability'
import { serverNow } from '../../clock'
import { lazyPart } from '../../components/lazyPart'
import { crudOf, type ResourceDefinition } from '../../components/resource/definition'
import type { MutesTexts } from './texts'

const MutePage = lazyPart(() => import('./MutePage'), 'mutes')

/** Mutes of a space: times without alerts, for planned work. Rules, "Alerts". */
export const mutes: ResourceDefinition<MutesTexts> = {
  name: 'mutes',
  scope: 'space',
  capability: MUTES_CAPABILITY,
  under: 'alerts',
  icon: MuteIcon,
  permissions: crudOf('space:mute'),
  uneditable: ({ ends_at }) =>
    typeof ends_at === 'string' && Date.parse(ends_at) <= serverNow() ? 'mutes.endedReason' : null,
  recordRepresentation: 'name',
  list: lazyPart(() => import('./MuteList'), 'mutes'),
  show: MutePage,
  edit: MutePage,
  create: lazyPart(async () => ({ default: (await import('./MuteForms')).MuteCreate }), 'mutes'),
  shownIn: ['alerts'],
}
