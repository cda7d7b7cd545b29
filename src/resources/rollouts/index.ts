import RolloutIcon from '@mui/icons-material/DynamicFeedOutlined'
import { ROLLOUTS_CAPABILITY } from '#contract/rollouts/capability'
import { lazyPart } from '../../components/lazyPart'
import { crudOf, type ResourceDefinition } from '../../components/resource/definition'
import type { RolloutsTexts } from '../../components/rollouts/texts'

const RolloutPage = lazyPart(() => import('./page/RolloutPage'), 'rollouts')

/** Roll-outs of a space: changes of many devices, in stages that stop by themselves. Rules, "Roll-outs". */
export const rollouts: ResourceDefinition<RolloutsTexts> = {
  name: 'rollouts',
  scope: 'space',
  capability: ROLLOUTS_CAPABILITY,
  icon: RolloutIcon,
  permissions: crudOf('space:rollout'),
  recordRepresentation: 'name',
  list: lazyPart(() => import('./RolloutList'), 'rollouts'),
  show: RolloutPage,
  edit: RolloutPage,
  create: lazyPart(async () => ({ default: (await import('./RolloutForms')).RolloutCreate }), 'rollouts'),
  shownIn: ['rolloutDevices'],
}
