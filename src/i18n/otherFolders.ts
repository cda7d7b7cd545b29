type Texts = Record<string, unknown>

/**
 * Text loaders of folders that are not needed before the first list. The error page imports its texts in both
 * languages.
 */
export const files = {
  en: import.meta.glob<Texts>(['../**/messages.en.ts', '!../pages/error/*'], { import: 'default' }),
  cs: import.meta.glob<Texts>(['../**/messages.cs.ts', '!../pages/error/*'], { import: 'default' }),
}
