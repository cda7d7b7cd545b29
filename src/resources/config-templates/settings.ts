import { z } from 'zod'
import {
  CONFIGURATION_MAX,
  type ConfigTemplate,
  settingNameSchema,
  settingValueSchema,
} from '#contract/configuration'
import { containsConfigSave } from '#contract/messages'
import { msg } from './texts'

/** One setting in a form; a cleared input holds null. */
export interface SettingRow {
  name: string | null
  value: string | null
}

export const NEW_ROW: SettingRow = { name: null, value: null }

const isGiven = ({ name, value }: SettingRow) => Boolean(name?.trim() || value?.trim())

const rowSchema = z.object({ name: settingNameSchema, value: settingValueSchema })

/** Converts between the settings of a template, which are a map, and the rows of the form, whose names must be unique. */
export const settingsCodec = {
  toForm: (settings: ConfigTemplate['settings']): SettingRow[] =>
    Object.entries(settings)
      .map(([name, value]) => ({ name, value }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  // Empty rows are dropped.
  fromForm: (rows: SettingRow[]) =>
    rows.filter(isGiven).map(({ name, value }) => ({ name: name ?? '', value: value ?? '' })),
  schema: z
    .array(rowSchema)
    .superRefine((rows, context) => {
      const refuse = (index: number, text: string, more: object = {}) =>
        context.addIssue({ code: 'custom', path: [index, 'name'], params: { text, ...more } })
      if (rows.length === 0) refuse(0, msg('config-templates.errors.none'))
      if (rows.length > CONFIGURATION_MAX)
        refuse(CONFIGURATION_MAX, msg('config-templates.errors.tooMany'), { max: CONFIGURATION_MAX })
      const seen = new Set<string>()
      for (const [index, { name, value }] of rows.entries()) {
        if (seen.has(name)) refuse(index, msg('config-templates.errors.duplicate'))
        else if (containsConfigSave(`${name} ${value}`)) refuse(index, msg('config-templates.errors.save'))
        seen.add(name)
      }
    })
    .transform((rows) => Object.fromEntries(rows.map(({ name, value }) => [name, value]))),
  /** Errors count only the sent rows; the form counts all of them. */
  formPath([index, ...rest]: readonly PropertyKey[], rows: SettingRow[]): string {
    const sent = rows.flatMap((row, at) => (isGiven(row) ? [at] : []))
    return [typeof index === 'number' ? (sent[index] ?? 0) : index, ...rest]
      .filter((part) => part !== undefined)
      .join('.')
  },
}
