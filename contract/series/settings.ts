import { z } from 'zod'
import { endpoint, idSchema, ONE_LINE, PATH_MAX_LENGTH, TEXT_MAX_LENGTH, versionSchema } from '../common'
import { inSpace } from '../entity'
import { tagRefSchema } from '../tags'
import { SERIES_CAPABILITY } from './capability'

/** Most values of a space that have settings, and the longest label and unit, in characters. */
export const SETTINGS_MAX = 500
export const LABEL_MAX_LENGTH = 60
export const UNIT_MAX_LENGTH = 16
export const DECIMALS_MAX = 10
/** Most tags that a value is pinned for. */
export const PIN_TAGS_MAX = 20
/** Most values that one call changes. */
const CHANGES_MAX = 100
const PLACE_MAX = 1_000_000

/** How the values of a path are displayed, on all devices of a space. */
export const seriesSettingSchema = z
  .object({
    /** Path of one series, or with empty brackets of all items of a list: `meters[].volume`. */
    path: z.string(),
    /** Null for the names in its path. */
    label: z.string().nullable(),
    /** Null for the unit by its name; an empty text for none. */
    unit: z.string().nullable(),
    /** Null for as many decimals as the value has. */
    decimals: z.int().nullable(),
    /** Whether it is kept but hidden. */
    is_hidden: z.boolean(),
    /** Whether an item of a hidden list is shown. */
    is_shown: z.boolean().default(false),
    /** Whether it is pinned to the beginning. */
    is_pinned: z.boolean(),
    /** The tags of the devices for which it is pinned; without any it is pinned for all. */
    tags: z.array(tagRefSchema),
    /** Pinned values are ordered by place; null for others. */
    place: z.int().nullable(),
  })
  .meta({ id: 'SeriesSetting' })
export type SeriesSetting = z.infer<typeof seriesSettingSchema>

export const seriesSettingsSchema = z
  .object({
    /** The pinned ones first, in their order. */
    series: z.array(seriesSettingSchema),
    version: versionSchema,
  })
  .meta({ id: 'SeriesSettings' })
export type SeriesSettings = z.infer<typeof seriesSettingsSchema>

const atMost = (length: number) => `must have at most ${length} characters`

/** A name of a value; an empty one is none. */
export const labelSchema = z
  .string()
  .trim()
  .max(LABEL_MAX_LENGTH, atMost(LABEL_MAX_LENGTH))
  .regex(ONE_LINE, 'must be one line')
  .transform((label) => label || null)
  .nullable()
export const unitSchema = z
  .string()
  .trim()
  .max(UNIT_MAX_LENGTH, atMost(UNIT_MAX_LENGTH))
  .regex(ONE_LINE, 'must be one line')
  .nullable()
export const decimalsSchema = z
  .int('must be a whole number')
  .min(0, 'must be at least 0')
  .max(DECIMALS_MAX, `must be at most ${DECIMALS_MAX}`)
  .nullable()

const tagSchema = z.object({
  id: idSchema,
  name: z.string().max(TEXT_MAX_LENGTH).nullish(),
  color: z.string().max(TEXT_MAX_LENGTH).nullish(),
})

const changeSchema = z.object({
  path: z
    .string({ error: 'is required' })
    .min(1, 'is required')
    .max(PATH_MAX_LENGTH, atMost(PATH_MAX_LENGTH))
    .regex(ONE_LINE, 'must be one line'),
  label: labelSchema.optional(),
  unit: unitSchema.optional(),
  decimals: decimalsSchema.optional(),
  is_hidden: z.boolean().optional(),
  is_shown: z.boolean().optional().describe('For an item of a list: it is offered although the list is not'),
  is_pinned: z.boolean().optional(),
  tags: z.array(tagSchema).max(PIN_TAGS_MAX, `must have at most ${PIN_TAGS_MAX} entries`).optional(),
  place: z
    .int('must be a whole number')
    .min(0, 'must be at least 0')
    .max(PLACE_MAX, `must be at most ${PLACE_MAX}`)
    .nullish()
    .describe('Without one, a newly pinned value comes last'),
})
export type SeriesChange = z.input<typeof changeSchema>

/** Whatever is not sent is kept: values that are not named, and fields of those that are. */
export const seriesSettingsInputSchema = z.object({
  series: z.array(changeSchema).max(CHANGES_MAX, `must have at most ${CHANGES_MAX} entries`).default([]),
})
export type SeriesSettingsInput = z.infer<typeof seriesSettingsInputSchema>

const shared = {
  path: '/spaces/{spaceId}/series/settings',
  tag: 'Series',
  access: 'bearerOrKey',
  params: inSpace,
  status: 200,
  capability: SERIES_CAPABILITY,
  answer: seriesSettingsSchema,
} as const

/** How the values of a space are displayed: names, units, decimals, which come first, which are hidden. Rules, "Series". */
export const seriesSettingsApi = {
  read: endpoint({
    ...shared,
    method: 'get',
    permission: 'space:message:series:read',
    summary: 'Get how the values of a space are shown',
  }),
  change: endpoint({
    ...shared,
    method: 'put',
    permission: 'space:device:update',
    summary: 'Change how values of a space are shown; values and fields that are not sent are kept',
    body: seriesSettingsInputSchema,
    isConditional: true,
    audit: 'series.update',
  }),
}
