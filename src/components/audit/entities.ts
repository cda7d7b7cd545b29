import type { AuditAction } from '#contract/audit'
import type { Entity } from '#contract/entity'
import { entities } from '#contract/resources/entities'
import { type TextGroup, textOf } from '../../i18n'
import { wantTexts } from '../../i18n/catalogs'

type Verb = 'create' | 'update' | 'delete'

/** The actions of the entities of spaces, which are the same for all. */
export type EntityAction = `${keyof typeof entities}.${Verb}`

/** The texts that tell of a change, in the folder of the entity, which is named as its plural. */
const DONE = { create: 'create.done', update: 'edit.done', delete: 'delete.done' } as const

for (const { plural } of Object.values(entities)) wantTexts(plural)

const byName: ReadonlyMap<string, Entity & { plural: (typeof entities)[keyof typeof entities]['plural'] }> =
  new Map(Object.entries(entities))

/** What an action is done to, such as `device`; anything for one of a newer server. */
export const thingOf = (action: string): string => action.slice(0, action.indexOf('.'))

/** The entity that an action is done to; undefined for other things. */
export const entityOf = (thing: string) => byName.get(thing)

/** The text of an action: "Device updated". The definition of a resource demands it of its folder. */
export function doneOf(action: EntityAction) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- TypeScript cannot split the texts of a union
  const [thing, verb] = action.split('.') as [keyof typeof entities, Verb]
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its texts are wanted above
  return textOf(entities[thing].plural as string as TextGroup<(typeof DONE)[Verb]>, DONE[verb])
}

/** Whether an action is one of those. */
export const isEntityAction = (action: AuditAction): action is EntityAction =>
  byName.has(thingOf(action)) && action.slice(thingOf(action).length + 1) in DONE

/** The label of a field that the log shows; undefined for another. */
export function labelIn({ log, plural }: Entity, field: string) {
  const logging = new Map(Object.entries(log)).get(field)
  if (logging === undefined || logging === 'unlogged') return undefined
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
  return textOf(`${plural}.fields` as TextGroup<string>, field)
}
