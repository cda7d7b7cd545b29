import {
  type Configuration,
  differencesOf,
  isSettingName,
  orderOf,
  type Setting,
  settingName,
  strangeName,
} from '#contract/configuration'
import { containsConfigSave } from '#contract/messages'

/** A changed wish, before it is sent. */
export interface Edit {
  name: string
  /** Null takes the wish back. */
  value: string | null
  /** The wish when it was typed. */
  before: string | null
}

/** A setting of the device, and what is wished for it. */
export interface SettingRow {
  name: string
  reported: string | null
  wished: string | null
  /** Undefined if the wish is not being changed. */
  edit: Edit | undefined
  isDifferent: boolean
}

const byName = (settings: readonly Setting[]) => new Map(settings.map(({ name, value }) => [name, value]))

/** All settings that the device has, that are wished, or that are being wished, by name. */
export function rowsOf(
  { reported, wished, differences }: Pick<Configuration, 'reported' | 'wished' | 'differences'>,
  edits: readonly Edit[],
): SettingRow[] {
  const [own, wishes] = [byName(reported), byName(wished)]
  const changed = new Map(edits.map((edit) => [edit.name, edit]))
  const different = new Set(differences.map(({ name }) => name))
  const names = [...new Set([...own.keys(), ...wishes.keys(), ...changed.keys()])]
  return names
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map((name) => ({
      name,
      reported: own.get(name) ?? null,
      wished: wishes.get(name) ?? null,
      edit: changed.get(name),
      isDifferent: different.has(name),
    }))
}

/** Whether a setting has the searched text in its name or one of its values. */
export const matches = ({ name, reported, wished, edit }: SettingRow, text: string): boolean => {
  const wanted = text.trim().toLowerCase()
  return [name, reported, wished, edit?.value].some((part) => part?.toLowerCase().includes(wanted))
}

/** The changes after a wish was typed; an empty one takes the wish back, or is none. */
export function withWish(
  edits: readonly Edit[],
  { wished }: Pick<Configuration, 'wished'>,
  name: string,
  typed: string | null,
): Edit[] {
  const others = edits.filter((edit) => edit.name !== name)
  const before = byName(wished).get(name) ?? null
  const value = typed?.trim() === '' ? null : typed
  return value === before ? others : [...others, { name, value, before }]
}

/** The changes after the settings of a template or of another device were taken. */
export const withSettings = (
  edits: readonly Edit[],
  configuration: Pick<Configuration, 'wished'>,
  settings: readonly Setting[],
): Edit[] =>
  settings.reduce<Edit[]>((all, { name, value }) => withWish(all, configuration, name, value), [...edits])

/** The changes as the call takes them. */
export const wishesOf = (edits: readonly Edit[]): Record<string, string | null> =>
  Object.fromEntries(edits.map(({ name, value }) => [name, value?.trim() ?? null]))

/** What will be sent to the device, as text: lines, or JSON; null if it has everything already. */
export function sentText(
  { reported, wished, form }: Pick<Configuration, 'reported' | 'wished' | 'form'>,
  edits: readonly Edit[],
): string | null {
  const after = byName(wished)
  for (const [name, value] of Object.entries(wishesOf(edits)))
    if (value === null) after.delete(name)
    else after.set(name, value)
  const differences = differencesOf(
    Object.fromEntries(byName(reported)),
    Object.fromEntries(after),
    form ?? undefined,
  )
  if (differences.length === 0) return null
  const order = orderOf(differences, form)
  return Array.isArray(order) ? order.join('\n') : JSON.stringify(order, null, 2)
}

/** Changes that somebody else has made differently since they were typed. */
export function conflictsOf({ wished }: Pick<Configuration, 'wished'>, edits: readonly Edit[]): Edit[] {
  const now = byName(wished)
  return edits.filter(({ name, value, before }) => {
    const theirs = now.get(name) ?? null
    return theirs !== before && theirs !== value
  })
}

/** Why a setting cannot be wished; null if it can. */
export function faultOf(
  { form }: Pick<Configuration, 'form'>,
  typed: string,
  value: string,
): 'invalid' | 'strange' | 'save' | null {
  const name = settingName(typed)
  if (!isSettingName(name)) return 'invalid'
  if (containsConfigSave(`${name} ${value}`)) return 'save'
  return form !== null && strangeName(form, [name]) !== undefined ? 'strange' : null
}
