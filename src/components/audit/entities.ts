import type { AuditAction } from '#contract/audit'
import type { Entity } from '#contract/entity'
import { entities } from '#contract/resources/entities'
import { type TextGroup, textOf } from '../../i18n'
import { wantTexts } from '../../i18n/catalogs'

type Verb = 'create' | 'update' | 'delete'

/** Actions on the entities of spaces; each entity has the same ones. */
export type EntityAction = `${keyof typeof entities}.${Verb}`

/** Text keys of the actions, in the entity's folder, which has its plural name. */
const DONE = { create: 'create.done', update: 'edit.done', delete: 'delete.done' } as const

for (const { plural } of Object.values(entities)) wantTexts(plural)

const byName: ReadonlyMap<string, Entity & { plural: (typeof entities)[keyof typeof entities]['plural'] }> =
  new Map(Object.entries(entities))

/** The target kind of an action, such as `device`; may be unknown from a newer server. */
export const thingOf = (action: string): string => action.slice(0, action.indexOf('.'))

/** The entity that is the target of an action; undefined for other targets. */
export const entityOf = (thing: string) => byName.get(thing)

/** The text of an action: "Device updated". Each resource definition requires it in its folder. */
export function doneOf(action: EntityAction) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- TypeScript cannot split the texts of a union
  const [thing, verb] = action.split('.') as [keyof typeof entities, Verb]
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its texts are registered above
  return textOf(entities[thing].plural as string as TextGroup<(typeof DONE)[Verb]>, DONE[verb])
}

/** Whether an action is an entity action. */
export const isEntityAction = (action: AuditAction): action is EntityAction =>
  byName.has(thingOf(action)) && action.slice(thingOf(action).length + 1) in DONE

/** The label of a logged field; undefined for other fields. */
export function labelIn({ log, plural }: Entity, field: string) {
  const logging = new Map(Object.entries(log)).get(field)
  if (logging === undefined || logging === 'unlogged') return undefined
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its texts are registered above
  return textOf(`${plural}.fields` as TextGroup<string>, field)
}
