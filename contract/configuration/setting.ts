import { z } from 'zod'
import { ONE_LINE, TEXT_MAX_LENGTH } from '../common'
import { CONFIG_SAVE_REFUSED, containsConfigSave } from '../messages/configSave'
import { isLineName, plainLineName } from './lines'
import { isJsonName } from './members'

/** Settings by name; the values are text. */
export type Settings = Readonly<Record<string, string>>

/** Most settings of a device, or of a template, and the longest value in characters. */
export const CONFIGURATION_MAX = 1000
export const SETTING_VALUE_MAX_LENGTH = 4096
/** Most characters of all settings that are wished for a device: an order fits into one answer. */
export const WISHED_MAX_LENGTH = 200_000
/** Longest name, in characters. */
export const SETTING_NAME_MAX_LENGTH = TEXT_MAX_LENGTH

/** A name as devices report it: of a line in lower case with single blanks, of JSON as it is. */
export const settingName = (typed: string): string => plainLineName(typed) ?? typed.trim()

/** Whether devices can report a setting with this name. */
export const isSettingName = (name: string): boolean =>
  name.length <= SETTING_NAME_MAX_LENGTH && (isLineName(name) || isJsonName(name))

export const settingNameSchema = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(SETTING_NAME_MAX_LENGTH, `must have at most ${SETTING_NAME_MAX_LENGTH} characters`)
  .transform(settingName)
  .refine(isSettingName, 'must be the name of a setting')

export const settingValueSchema = z
  .string()
  .trim()
  .max(SETTING_VALUE_MAX_LENGTH, `must have at most ${SETTING_VALUE_MAX_LENGTH} characters`)
  .regex(ONE_LINE, 'must be one line')

const isFewEnough = (settings: object) => Object.keys(settings).length <= CONFIGURATION_MAX
const TOO_MANY = `must have at most ${CONFIGURATION_MAX} entries`
const savesNothing = (settings: Record<string, string | null>) =>
  !Object.entries(settings).some(([name, value]) => containsConfigSave(`${name} ${value}`))
const limits = { maxProperties: CONFIGURATION_MAX }

/** Settings to keep in a template. */
export const settingsSchema = z
  .record(settingNameSchema, settingValueSchema)
  .refine((settings) => Object.keys(settings).length > 0, 'must not be empty')
  .refine(isFewEnough, TOO_MANY)
  .refine(savesNothing, CONFIG_SAVE_REFUSED)
  .meta({ ...limits, examples: [{ 'app config interval-report': '900' }] })

/** Settings to wish; null takes a wish back. */
export const wishesSchema = z
  .record(settingNameSchema, settingValueSchema.nullable())
  .refine(isFewEnough, TOO_MANY)
  .refine(savesNothing, CONFIG_SAVE_REFUSED)
  .meta({ ...limits, examples: [{ 'app config interval-report': '900', 'lte config antenna': null }] })
export type Wishes = z.infer<typeof wishesSchema>
