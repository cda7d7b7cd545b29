import { alertRuleEntity, muteEntity } from '../alerts'
import { configTemplateEntity } from '../configuration'
import { connectorEntity } from '../connectors'
import { deviceEntity } from '../devices'
import type { Entity } from '../entity'
import { keyEntity } from '../keys'
import type { CrudName } from '../permissions'
import { rolloutEntity } from '../rollouts'
import { shiftEntity } from '../shifts'
import { tagEntity } from '../tags'
import { variableEntity } from '../variables'
import { viewEntity } from '../views'

/** The resources of a space, by name. */
export const entities = {
  device: deviceEntity,
  tag: tagEntity,
  connector: connectorEntity,
  key: keyEntity,
  variable: variableEntity,
  alertRule: alertRuleEntity,
  mute: muteEntity,
  shift: shiftEntity,
  rollout: rolloutEntity,
  configTemplate: configTemplateEntity,
  view: viewEntity,
} satisfies { [Name in CrudName]: Entity<Name> }
