type Texts = Record<string, unknown>

/** How the texts of folders load that nobody needs before the first list; the error page has its own at once, in both languages. */
export const files = {
  en: import.meta.glob<Texts>(['../**/messages.en.ts', '!../pages/error/*'], { import: 'default' }),
  cs: import.meta.glob<Texts>(['../**/messages.cs.ts', '!../pages/error/*'], { import: 'default' }),
}
