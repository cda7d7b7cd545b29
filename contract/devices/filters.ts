import { z } from 'zod'
import { asList, idSchema, listOf, PATH_MAX_LENGTH, TEXT_MAX_LENGTH } from '../common'
import { configurationStateSchema } from './configurationState'
import { deviceStateSchema } from './state'

/** Name in `/config.json` of the filters `where` and `text` of devices. */
export const DEVICE_FILTERS_CAPABILITY = 'device-filters'

/** Most conditions of one list. */
export const CONDITIONS_MAX = 10
const CONDITION_MAX_LENGTH = PATH_MAX_LENGTH + 2 * TEXT_MAX_LENGTH

/** The text of a condition: `readCondition` says whether it is one. */
const conditionSchema = z
  .string()
  .trim()
  .max(CONDITION_MAX_LENGTH, `must have at most ${CONDITION_MAX_LENGTH} characters`)

const where = asList(
  z.array(conditionSchema).max(CONDITIONS_MAX, `must have at most ${CONDITIONS_MAX} conditions`).optional(),
).describe(
  'Conditions that a device meets: a field, for `label` and `value` its name or path, perhaps `not`, an operator, and what it compares with. `value voltage_rest lt 3.2`, `value voltage_rest not within 2d`, `label site is Brno`, `firmware not is 1.4.0`, `comment contains leak`, `last_seen within 12h`, `tag not is 019d0a5c-6c00-7000-8000-000000000001`, `tag empty`. `not` takes all other devices, those without the field too. Those about values need `space:message:series:read`. With the capability `device-filters`',
)

/** Filters of the list of devices, of its count, of roll-outs and of views. Rules, "Filters of devices". */
export const deviceFilters = {
  /** Part of the name, without regard to case and accents. */
  name: z.string().max(TEXT_MAX_LENGTH).optional(),
  serial_number: z.string().max(TEXT_MAX_LENGTH).optional(),
  external_id: z.string().max(TEXT_MAX_LENGTH).optional().describe('The whole external id'),
  comment: z
    .string()
    .max(TEXT_MAX_LENGTH)
    .optional()
    .describe('Part of the comment, without regard to case and accents'),
  text: z
    .string()
    .trim()
    .max(TEXT_MAX_LENGTH)
    .optional()
    .describe(
      'Words of the name, the serial number, the external id, the comment or the labels, in any order, without regard to case and accents. With the capability `device-filters`',
    ),
  where,
  /** `true` lists the devices that were moved to another space, instead of those in this space. */
  moved: z.enum(['true', 'false']).default('false'),
  state: listOf(deviceStateSchema).describe('With the capability `device-state`'),
  firmware: z
    .string()
    .max(TEXT_MAX_LENGTH)
    .optional()
    .describe('The whole `firmware` of the device; with the capability `rollouts`'),
  configuration: listOf(configurationStateSchema).describe('With the capability `configuration`'),
  tag_ids: listOf(idSchema),
  tag_filter_logic: z.enum(['any', 'all']).default('any'),
}
