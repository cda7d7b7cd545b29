type Texts = Record<string, unknown>

/** Text loaders of folders not needed before the first list. The error page imports both languages itself. */
export const files = {
  en: import.meta.glob<Texts>(['../**/messages.en.ts', '!../pages/error/*'], { import: 'default' }),
  cs: import.meta.glob<Texts>(['../**/messages.cs.ts', '!../pages/error/*'], { import: 'default' }),
}
