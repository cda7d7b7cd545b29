import type { I18nProvider, TranslationMessages } from 'ra-core'
import polyglotI18nProvider from 'ra-i18n-polyglot'
import { currentLanguage, LANGUAGES, type Language } from '../preferences'

const NAMES: Record<Language, string> = { en: 'English', cs: 'Čeština' }

/** Languages to choose from, each under its own name. */
export const languages = LANGUAGES.map((locale) => ({ locale, name: NAMES[locale] }))

type Texts = Record<string, unknown>

/** Keys that are made of words of the API end with one that the console does not know: it is shown as it is. */
const onMissingKey = (key: string) => key.slice(key.lastIndexOf('.') + 1)

/** Writes the numbers in a text as its language does: "1,000 selected". It takes the place of `String.replace`. */
const withNumbers = (language: Language) =>
  function (this: string, placeholder: RegExp, valueOf: (...found: string[]) => unknown) {
    return this.replace(placeholder, (...found) => {
      const value = valueOf(...found)
      return typeof value === 'number' ? value.toLocaleString(language) : String(value)
    })
  }

/** React-admin's i18n provider over the texts of one language, by folder. `changeLocale` reads texts that came later. */
export const createI18n = (language: Language, texts: Texts): I18nProvider =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- react-admin's type demands its own texts, which signed-out pages do without
  polyglotI18nProvider(() => texts as TranslationMessages, language, languages, {
    onMissingKey,
    replace: withNumbers(language),
  })

/** A folder's name: its path below `components`, `pages`, `resources` or `layout`, joined by dots. Its keys begin with it. */
const nameOf = (file: string) =>
  file
    .split('/')
    .slice(1, -1)
    .filter((_part, depth, path) => depth > 0 || path.length === 1)
    .join('.')

type Loader = () => Promise<Texts>

/** How texts load, by the names of their folders. */
export const byFolder = (files: Record<string, Loader>) =>
  new Map(Object.entries(files).map(([file, load]) => [nameOf(file), load]))

/** The texts of folders that are needed before the first list, as `chunks.mjs` names them. */
const early: Record<Language, ReadonlyMap<string, Loader>> = {
  en: byFolder(
    import.meta.glob<Texts>(
      [
        './{common,ra}/messages.en.ts',
        '../{layout,pages/login,resources/devices}/messages.en.ts',
        '../components/{contact,page,snippets,table}/messages.en.ts',
      ],
      { import: 'default' },
    ),
  ),
  cs: byFolder(
    import.meta.glob<Texts>(
      [
        './{common,ra}/messages.cs.ts',
        '../{layout,pages/login,resources/devices}/messages.cs.ts',
        '../components/{contact,page,snippets,table}/messages.cs.ts',
      ],
      { import: 'default' },
    ),
  ),
}

/** The texts of a folder. Errors: they cannot be loaded. */
async function textsIn(language: Language, name: string): Promise<Texts> {
  const load =
    early[language].get(name) ?? byFolder((await import('./otherFolders')).files[language]).get(name)
  if (!load) throw new Error(`No folder ${name} has texts`)
  return load()
}

/** The folders whose code is here, or on its way. */
const folders = new Set<string>()

interface Catalog {
  texts: Texts
  provider: I18nProvider
}

const catalogs = new Map<Language, Catalog>()

/** What is loaded of a language. */
function catalogOf(language: Language): Catalog {
  let catalog = catalogs.get(language)
  if (!catalog) {
    const texts = {}
    catalog = { texts, provider: createI18n(language, texts) }
    catalogs.set(language, catalog)
  }
  return catalog
}

/** The language that is shown; another may be on its way. */
let shown: Language | undefined

/** Says which language is shown: parts that come have their texts in it. */
export const setShown = (language: Language) => {
  shown = language
}

/** Has the folder's texts loaded with the code that asks for it, and in each language that is chosen later. */
export const wantTexts = (folder: string) => {
  folders.add(folder)
}

const missing = (language: Language) => [...folders].filter((name) => !(name in catalogOf(language).texts))

/** The provider of a language, with the texts of all folders whose code is here. Errors: some cannot be loaded. */
export async function provide(language: Language): Promise<I18nProvider> {
  const { texts, provider } = catalogOf(language)
  const names = missing(language)
  if (names.length > 0) {
    await Promise.all(
      names.map(async (name) => {
        texts[name] = await textsIn(language, name)
      }),
    )
    await provider.changeLocale(language)
  }
  return provider
}

/** The provider of a language if all its texts are here. */
export const providerNow = (language: Language): I18nProvider | undefined =>
  missing(language).length === 0 ? catalogOf(language).provider : undefined

/** Loads the texts of all folders whose code is here, in the language that is shown and in the one that is chosen. */
export async function loadTexts(): Promise<void> {
  const languages = new Set([shown ?? currentLanguage(), currentLanguage()])
  await Promise.all([...languages].map(provide))
}
