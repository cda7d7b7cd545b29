import TemplateIcon from '@mui/icons-material/TuneOutlined'
import { CONFIGURATION_CAPABILITY } from '#contract/devices/configurationState'
import { lazyPart } from '../../components/lazyPart'
import { crudOf, type ResourceDefinition } from '../../components/resource/definition'
import type { ConfigTemplatesTexts } from './texts'

const views = () => import('./views')
const Page = lazyPart(async () => ({ default: (await views()).Page }), 'config-templates')

/** Configuration templates of a space. Rules, "Configuration". */
export const configTemplates: ResourceDefinition<ConfigTemplatesTexts> = {
  name: 'config-templates',
  scope: 'space',
  capability: CONFIGURATION_CAPABILITY,
  icon: TemplateIcon,
  permissions: crudOf('space:configTemplate'),
  recordRepresentation: 'name',
  list: lazyPart(async () => ({ default: (await views()).List }), 'config-templates'),
  show: Page,
  edit: Page,
  create: lazyPart(async () => ({ default: (await views()).Create }), 'config-templates'),
}
