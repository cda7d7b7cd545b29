import type { Language } from '../preferences'

/** The shape of a catalog with any texts: what a translation must satisfy. */
export type Translated<Messages> = {
  [Key in keyof Messages]: Messages[Key] extends string ? string : Translated<Messages[Key]>
}

/** Texts of the pages that a signed-out person sees; small, because they wait for them. */
export const publicCatalogs = {
  en: () => import('./public.en'),
  cs: () => import('./public.cs'),
} satisfies Record<Language, unknown>

/** All texts of the console. */
export const catalogs = {
  en: () => import('./en'),
  cs: () => import('./cs'),
} satisfies Record<Language, unknown>
