import { eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { AuditEntry } from '#contract/audit'
import { jsonFieldsSchema } from '#contract/common'
import {
  patternOf,
  plainSetting,
  SETTINGS_MAX,
  type SeriesSetting,
  type SeriesSettings,
  type SeriesSettingsInput,
  type ShownSetting,
  seriesSettingsInputSchema,
} from '#contract/series'
import type { TagRef } from '#contract/tags'
import type { Queryable } from '../../db/database'
import { seriesSettings, tag } from '../../db/schema'
import { ApiError } from '../../errors'
import { difference, note } from '../audit/note'
import type { Caller } from '../common/caller'
import { limitOf } from '../common/visibility'
import { lockSpace } from '../resources/spaceNames'
import type { Clocked, Key } from '../resources/spaceQueries'
import type { ChangeOptions } from '../resources/spaceResource'
import { checkVersion } from '../resources/version'

/** The target of a space's settings in the audit log; they have no id. */
const TARGET = 'series'
/** Why a key that is limited to tags changes nothing. */
const OF_ALL =
  'forbidden: a caller with tags cannot change how values are shown, because that is for all devices'
/** Longest name in the audit log. */
const NAME_MAX = 100

type Fields = NonNullable<AuditEntry['after']>

const isPlain = ({ label, unit, decimals, is_hidden, is_shown, is_pinned }: ShownSetting) =>
  label === null && unit === null && decimals === null && !is_hidden && !is_shown && !is_pinned

/** The stored settings; their tags may have been deleted since. */
export async function storedSettings(
  db: Queryable,
  spaceId: string,
): Promise<{ series: readonly ShownSetting[]; version: number }> {
  const [row] = await db.select().from(seriesSettings).where(eq(seriesSettings.spaceId, spaceId))
  return { series: row?.settings ?? [], version: row?.version ?? 1 }
}

const byPlace = (a: ShownSetting, b: ShownSetting) =>
  (a.place ?? Number.POSITIVE_INFINITY) - (b.place ?? Number.POSITIVE_INFINITY) || (a.path < b.path ? -1 : 1)

/** Adds the names of the tags, and drops deleted ones. A value that was pinned only for those is not pinned. */
async function withTags(
  db: Queryable,
  spaceId: string,
  series: readonly ShownSetting[],
): Promise<SeriesSetting[]> {
  const ids = [...new Set(series.flatMap(({ tags }) => tags.map(({ id }) => id)))]
  const rows =
    ids.length === 0
      ? []
      : await db
          .select({ id: tag.id, name: tag.name, color: tag.color })
          .from(tag)
          .where(sql`${eq(tag.spaceId, spaceId)} and ${inArray(tag.id, ids)}`)
  const known = new Map<string, TagRef>(rows.map((row) => [row.id, row]))
  return series
    .map((setting) => {
      const tags = setting.tags.flatMap(({ id }) => known.get(id) ?? [])
      const isPinned = setting.is_pinned && (tags.length > 0 || setting.tags.length === 0)
      return { ...setting, tags, is_pinned: isPinned, place: isPinned ? setting.place : null }
    })
    .filter((setting) => !isPlain(setting))
    .toSorted(byPlace)
}

/**
 * How the values of a space are displayed. A key that is limited to tags does not get single items of lists, which may be of devices that
 * it does not see.
 */
export async function readSettings(db: Queryable, caller: Caller, spaceId: string): Promise<SeriesSettings> {
  const { series, version } = await storedSettings(db, spaceId)
  const visible = limitOf(caller) ? series.filter(({ path }) => patternOf(path) === path) : series
  return { series: await withTags(db, spaceId, visible), version }
}

/** The settings with a change. @throws ApiError 400 */
function changed(series: readonly ShownSetting[], { series: changes }: SeriesSettingsInput): ShownSetting[] {
  const settings = new Map(series.map((setting) => [setting.path, setting]))
  for (const { path, tags, ...given } of changes) {
    const before = settings.get(path) ?? plainSetting(path)
    if (given.is_hidden && given.is_shown)
      throw new ApiError(400, `is_hidden and is_shown of ${path} cannot both be true`)
    const label = given.label === undefined ? before.label : given.label
    const next: ShownSetting = {
      path,
      label,
      unit: given.unit === undefined ? before.unit : given.unit,
      decimals: given.decimals === undefined ? before.decimals : given.decimals,
      is_hidden: given.is_hidden ?? (before.is_hidden && !given.is_shown),
      is_shown: given.is_shown ?? (before.is_shown && !given.is_hidden),
      is_pinned: given.is_pinned ?? before.is_pinned,
      tags: tags?.map(({ id }) => ({ id: id.toLowerCase() })) ?? before.tags,
      place: given.place ?? before.place,
    }
    if (!next.is_pinned && tags && tags.length > 0)
      throw new ApiError(400, `tags are those that a value is pinned for, and ${path} is not pinned`)
    const last = Math.max(0, ...Array.from(settings.values(), ({ place }) => place ?? 0))
    const pinned = next.is_pinned
      ? { ...next, place: next.place ?? last + 1 }
      : { ...next, tags: [], place: null }
    if (isPlain(pinned)) settings.delete(path)
    else settings.set(path, pinned)
  }
  if (settings.size > SETTINGS_MAX)
    throw new ApiError(400, `series can have settings for at most ${SETTINGS_MAX} paths of a space`)
  return [...settings.values()]
}

/** @throws ApiError 400 */
async function checkTags(tx: Queryable, spaceId: string, { series }: SeriesSettingsInput): Promise<void> {
  const ids = [...new Set(series.flatMap(({ tags = [] }) => tags.map(({ id }) => id.toLowerCase())))]
  if (ids.length === 0) return
  const found = await tx.$count(tag, sql`${eq(tag.spaceId, spaceId)} and ${inArray(tag.id, ids)}`)
  if (found < ids.length) throw new ApiError(400, 'tags must be tags of this space')
}

/** The logged fields of a value: those that differ from the default. */
function loggedOf(setting: SeriesSetting | undefined): Fields[string] {
  if (!setting) return null
  const { path, tags, ...fields } = setting
  const usual = new Map<string, unknown>(Object.entries(plainSetting(path)))
  const nonDefault = Object.entries(fields).filter(([name, value]) => value !== usual.get(name))
  return {
    ...Object.fromEntries(nonDefault),
    ...(tags.length > 0 && { tags: tags.map(({ id, name }) => ({ id, name })) }),
  }
}

const loggedSettings = (series: readonly SeriesSetting[]): Fields =>
  Object.fromEntries(series.map((setting) => [setting.path, loggedOf(setting)]))

const loggedSchema = z.looseObject({}).nullable()

/** A logged change as the request that undoes it: fields that are not logged have their defaults. */
const undoSchema = z.preprocess(
  (logged) => ({
    series: Object.entries(jsonFieldsSchema.parse(logged)).map(([path, fields]) =>
      Object.assign(plainSetting(path), loggedSchema.parse(fields)),
    ),
  }),
  seriesSettingsInputSchema,
)

/** How a change is logged and undone. */
export const settingsLog = {
  entity: { log: {}, update: undoSchema },
  resource: {
    /** Locks the settings of a space, and reads their logged fields. */
    lock: async (tx: Queryable, { spaceId }: Pick<Key, 'spaceId'>): Promise<Fields> => {
      await lockSpace(tx, spaceId)
      const { series } = await storedSettings(tx, spaceId)
      return loggedSettings(await withTags(tx, spaceId, series))
    },
  },
}

/**
 * Changes how values of a space are displayed; fields that are not sent are kept.
 * @throws ApiError 400, 403 for a key that is limited to tags, 412
 */
export async function changeSettings(
  { db, now }: Clocked,
  caller: Caller,
  { spaceId }: Pick<Key, 'spaceId'>,
  input: SeriesSettingsInput,
  { ifMatch = null, undoes }: ChangeOptions = {},
): Promise<SeriesSettings> {
  if (limitOf(caller)) throw new ApiError(403, OF_ALL)
  return db.transaction(async (tx) => {
    await lockSpace(tx, spaceId)
    const stored = await storedSettings(tx, spaceId)
    await checkVersion(tx, caller, ifMatch, { spaceId, targetId: TARGET, version: stored.version })
    await checkTags(tx, spaceId, input)
    const before = await withTags(tx, spaceId, stored.series)
    const settings = changed(before, input)
    const version = stored.version + 1
    await tx
      .insert(seriesSettings)
      .values({ spaceId, settings, version })
      .onConflictDoUpdate({ target: seriesSettings.spaceId, set: { settings, version } })
    const series = await withTags(tx, spaceId, settings)
    const after = { ...Object.fromEntries(before.map(({ path }) => [path, null])), ...loggedSettings(series) }
    const paths = input.series.map(({ path }) => path)
    const name = paths.join(', ')
    await note(tx, { now }, caller, {
      action: 'series.update',
      spaceId,
      target: {
        id: TARGET,
        name: name.length > NAME_MAX ? `${name.slice(0, NAME_MAX - 1)}…` : name || null,
      },
      ...difference(loggedSettings(before), after),
      ...(undoes !== undefined && { undoes }),
      version,
    })
    return { series, version }
  })
}
