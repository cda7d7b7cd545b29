import type { SeriesChange, SeriesSetting } from '#contract/series/settings'
import { patternOf, plainSetting } from '#contract/series/shown'
import type { TagRef } from '#contract/tags'
import { useTranslate } from '../texts'
import { useChangeSettings } from './useSettings'

/** The settings that apply to a path: its own, and those of all items of its lists. */
export const settingsOfPath = (settings: readonly SeriesSetting[], path: string): SeriesSetting[] =>
  settings.filter((one) => one.path === path || one.path === patternOf(path))

/** The setting of all items of the path's lists, which a click changes. */
export const commonSetting = (settings: readonly SeriesSetting[], path: string): SeriesSetting =>
  settings.find((one) => one.path === patternOf(path)) ?? plainSetting(patternOf(path))

/** A value and its label. */
export interface Named {
  path: string
  label: string
}

/** Actions that a click performs on a value. */
export function useActs({ path, label: name }: Named) {
  const change = useChangeSettings()
  const translate = useTranslate()
  const common = patternOf(path)
  /** Applies the same change to all settings of the path. */
  const each =
    (fields: Omit<SeriesChange, 'path'>) =>
    (settings: readonly SeriesSetting[]): SeriesChange[] =>
      settingsOfPath(settings, path).map((one) => Object.assign({ path: one.path }, fields))
  return {
    /** Pins it for all devices. */
    pin: () =>
      change({
        of: () => [{ path: common, is_pinned: true, tags: [] }],
        done: translate('series.done.pinned', { name }),
      }),
    /** Pins it for devices with another tag, or no longer. */
    pinFor: ({ id }: TagRef, isPinned: boolean) =>
      change({
        of: (settings) => {
          const tags = commonSetting(settings, path).tags.filter((tag) => tag.id !== id)
          if (isPinned) return [{ path: common, is_pinned: true, tags: [...tags, { id }] }]
          return [{ path: common, is_pinned: tags.length > 0, tags }]
        },
        done: translate(isPinned ? 'series.done.pinned' : 'series.done.unpinned', { name }),
      }),
    unpin: () =>
      change({ of: each({ is_pinned: false }), done: translate('series.done.unpinned', { name }) }),
    hide: () =>
      change({
        of: (settings) => [
          { path: common, is_hidden: true, is_shown: false },
          ...(path !== common && settings.some((one) => one.path === path && one.is_shown)
            ? [{ path, is_shown: false }]
            : []),
        ],
        done: translate('series.done.hidden', { name }),
      }),
    show: () =>
      change({
        of: each({ is_hidden: false, is_shown: false }),
        done: translate('series.done.shown', { name }),
      }),
    /** Shows only this item of a hidden list. */
    showItem: () =>
      change({
        of: () => [{ path, is_hidden: false, is_shown: true }],
        done: translate('series.done.shown', { name }),
      }),
  }
}
