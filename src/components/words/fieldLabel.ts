import type { entities } from '#contract/resources/entities'
import { type TextGroup, textOf } from '../../i18n'
import { wantTexts } from '../../i18n/catalogs'

type Entities = typeof entities
type Plurals = { [Name in keyof Entities as Entities[Name]['plural']]: Entities[Name]['fields'] }

/** The label of an entity's field, from the texts of its resource, which load with the calling code. */
export function fieldLabel<Plural extends keyof Plurals>(
  plural: Plural,
  field: keyof Plurals[Plural] & string,
) {
  wantTexts(plural)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `entityFields` requires a label for each field
  return textOf(`${plural}.fields` as TextGroup<string>, field)
}
