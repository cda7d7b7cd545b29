import { z } from 'zod'
import { currentZone } from '../../clock/zone'
import { currentLanguage, type Language, storedAccount } from '../../preferences'
import { localKeeper } from '../../storage'
import type { CsvStyle } from '../files'

export const SEPARATORS = [',', ';', '\t'] as const
export const DECIMALS = ['.', ','] as const
export const TIMES = ['utc', 'local'] as const

const settingsSchema = z.object({
  separator: z.enum(SEPARATORS),
  decimal: z.enum(DECIMALS),
  /** In which zone times are written: that of the person's clock, or UTC. */
  times: z.enum(TIMES),
})

/** How a person's files for spreadsheets are written. Rules, "Export". */
export type SheetSettings = z.infer<typeof settingsSchema> & CsvStyle

/** By default, as spreadsheets in the language of the console expect it. */
const DEFAULTS: Readonly<Record<Language, SheetSettings>> = {
  en: { separator: ',', decimal: '.', times: 'utc' },
  cs: { separator: ';', decimal: ',', times: 'local' },
}

/** Each person has settings of their own, also those who share a browser. */
const keyOf = () => `export.${storedAccount()?.id ?? ''}`

/** The settings that this person chose in this browser, else those of the language. */
export function sheetSettings(): SheetSettings {
  try {
    return settingsSchema.parse(JSON.parse(localKeeper.getItem(keyOf()) ?? ''))
  } catch {
    return DEFAULTS[currentLanguage()]
  }
}

export const keepSheetSettings = (settings: SheetSettings) =>
  localKeeper.setItem(keyOf(), JSON.stringify(settings))

/** The zone of the times in a file. */
export const zoneOf = ({ times }: Pick<SheetSettings, 'times'>): string =>
  times === 'utc' ? 'UTC' : currentZone()
