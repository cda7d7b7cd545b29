import { eq } from 'drizzle-orm'
import {
  CONFIG_TEMPLATES_MAX,
  type ConfigTemplateCreate,
  type ConfigTemplateUpdate,
  configTemplateEntity,
} from '#contract/configuration'
import { configTemplate } from '../../db/schema'
import type { Deps } from '../../deps'
import type { Caller } from '../common/caller'
import { columnsOf } from '../common/columns'
import type { JsonText } from '../common/json'
import { checkOwnTags, hasOnlyAllowedTags } from '../common/visibility'
import { checkCountLimit } from '../resources/spaceNames'
import type { Clocked, Key } from '../resources/spaceQueries'
import { type ChangeOptions, spaceResource } from '../resources/spaceResource'
import { putTags, tagsColumn } from './tags'

/** Templates of configurations. A key with tags sees those with only its tags, as with connectors. Rules, "Configuration". */
export const configTemplates = spaceResource({
  table: configTemplate,
  entity: configTemplateEntity,
  columns: columnsOf(configTemplateEntity.schema, configTemplate, { tags: tagsColumn('config_template') }),
  customStores: { tags: putTags('config_template') },
  seenBy: (caller) => hasOnlyAllowedTags(caller, 'config_template', configTemplate),
})

/** @throws ApiError 400 for a tag of another space, or if the space is full, 403, 409 if another template has the name */
export async function createConfigTemplate(
  deps: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  spaceId: string,
  input: ConfigTemplateCreate,
): Promise<JsonText> {
  checkOwnTags(caller, input.tags)
  const room = {
    table: configTemplate,
    counted: eq(configTemplate.spaceId, spaceId),
    max: CONFIG_TEMPLATES_MAX,
    full: `a space has at most ${CONFIG_TEMPLATES_MAX} configuration templates`,
  }
  return configTemplates.create(deps, caller, spaceId, input, {
    check: async (tx) => checkCountLimit(tx, room),
  })
}

/** @throws ApiError 400, 403, 404, 409 if another template has the name, 412 */
export const updateConfigTemplate = async (
  deps: Clocked,
  caller: Caller,
  key: Key,
  input: ConfigTemplateUpdate,
  options?: ChangeOptions,
): Promise<JsonText> =>
  configTemplates.update(deps, caller, key, input, {
    ...options,
    check: () => {
      if (input.tags) checkOwnTags(caller, input.tags)
    },
    // Deleting a tag locks the space, then the templates that have it.
    isCounted: true,
  })
