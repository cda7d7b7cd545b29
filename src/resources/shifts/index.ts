import ShiftIcon from '@mui/icons-material/ScheduleOutlined'
import { SHIFTS_CAPABILITY } from '#contract/shifts/capability'
import { lazyPart } from '../../components/lazyPart'
import { crudOf, type ResourceDefinition } from '../../components/resource/definition'
import type { ShiftsTexts } from './texts'

const ShiftPage = lazyPart(() => import('./ShiftPage'), 'shifts')

/** Shifts of a space: who is notified when. Rules, "Alerts". */
export const shifts: ResourceDefinition<ShiftsTexts> = {
  name: 'shifts',
  scope: 'space',
  capability: SHIFTS_CAPABILITY,
  under: 'alerts',
  icon: ShiftIcon,
  permissions: crudOf('space:shift'),
  recordRepresentation: 'name',
  list: lazyPart(() => import('./ShiftList'), 'shifts'),
  show: ShiftPage,
  edit: ShiftPage,
  create: lazyPart(async () => ({ default: (await import('./ShiftForms')).ShiftCreate }), 'shifts'),
  shownIn: ['alerts'],
}
