import type { I18nProvider, TranslationMessages } from 'ra-core'
import polyglotI18nProvider from 'ra-i18n-polyglot'
import { currentLanguage, LANGUAGES, type Language } from '../preferences'

const NAMES: Record<Language, string> = { en: 'English', cs: 'Čeština' }

/** Languages to choose from, each by its own name. */
export const languages = LANGUAGES.map((locale) => ({ locale, name: NAMES[locale] }))

type Texts = Record<string, unknown>

/** Some keys end with a word of the API. If the console does not know the word, it is shown as it is. */
const onMissingKey = (key: string) => key.slice(key.lastIndexOf('.') + 1)

/** Formats numbers in a text for its language: "1,000 selected". Replaces `String.replace`. */
const withNumbers = (language: Language) =>
  function (this: string, placeholder: RegExp, valueOf: (...found: string[]) => unknown) {
    return this.replace(placeholder, (...found) => {
      const value = valueOf(...found)
      return typeof value === 'number' ? value.toLocaleString(language) : String(value)
    })
  }

/** React-admin's i18n provider for the texts of one language. `changeLocale` reads texts that loaded later. */
export const createI18n = (language: Language, texts: Texts): I18nProvider =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- react-admin's type requires its own texts, which signed-out pages do without
  polyglotI18nProvider(() => texts as TranslationMessages, language, languages, {
    onMissingKey,
    replace: withNumbers(language),
  })

/**
 * A folder's name: its path below `components`, `pages`, `resources` or `layout`, joined by dots. It is the prefix of
 * its keys.
 */
const nameOf = (file: string) =>
  file
    .split('/')
    .slice(1, -1)
    .filter((_part, depth, path) => depth > 0 || path.length === 1)
    .join('.')

type Loader = () => Promise<Texts>

/** Text loaders by folder name. */
export const byFolder = (files: Record<string, Loader>) =>
  new Map(Object.entries(files).map(([file, load]) => [nameOf(file), load]))

/** Texts needed before the first list, as `chunks.mjs` lists them. */
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

/** Folders whose code has loaded or is loading. */
const folders = new Set<string>()

interface Catalog {
  texts: Texts
  provider: I18nProvider
}

const catalogs = new Map<Language, Catalog>()

/** The loaded texts of a language. */
function catalogOf(language: Language): Catalog {
  let catalog = catalogs.get(language)
  if (!catalog) {
    const texts = {}
    catalog = { texts, provider: createI18n(language, texts) }
    catalogs.set(language, catalog)
  }
  return catalog
}

/** The language on screen; another may be loading. */
let shown: Language | undefined

/** Sets the language on screen, in which parts that load later get their texts. */
export const setShown = (language: Language) => {
  shown = language
}

/** Registers a folder, whose texts then load in each language that is used. */
export const wantTexts = (folder: string) => {
  folders.add(folder)
}

const missing = (language: Language) => [...folders].filter((name) => !(name in catalogOf(language).texts))

/** The provider of a language, with the texts of all registered folders. Errors: some cannot be loaded. */
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

/** The provider of a language, if all its texts are loaded. */
export const providerNow = (language: Language): I18nProvider | undefined =>
  missing(language).length === 0 ? catalogOf(language).provider : undefined

/** Loads the texts of all registered folders, in the language on screen and in the chosen one. */
export async function loadTexts(): Promise<void> {
  const languages = new Set([shown ?? currentLanguage(), currentLanguage()])
  await Promise.all([...languages].map(provide))
}
