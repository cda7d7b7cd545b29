import { normalizePath } from 'vite'
import { root } from '../lib/project.mjs'

const base = normalizePath(root)

/** Whether a module is one of the console itself. @param {string} id */
const isOurs = (id) => id.startsWith(`${base}src/`) || id.startsWith(`${base}contract/`)

/** Modules that the first list after the sign-in needs, and every other list as well: the layout and a table. */
const FRAME = new Set(
  ['src/App.tsx', 'src/resources/devices/DeviceList.tsx', 'contract/profile/profile.ts'].map(
    (file) => base + file,
  ),
)

/** The folders whose texts load before the sign-in form, and before the first list. `preload.mjs` reports a missing one. */
export const TEXTS = {
  public: ['src/i18n/common', 'src/pages/login'],
  frame: [
    'src/components/contact',
    'src/components/page',
    'src/components/snippets',
    'src/components/table',
    'src/i18n/ra',
    'src/layout',
    'src/resources/devices',
  ],
}

/** @param {'public' | 'frame'} part @param {string} lang @returns {import('vite').Rolldown.CodeSplittingGroup} */
const textsOf = (part, lang) => {
  const files = new Set(TEXTS[part].map((folder) => `${base}${folder}/messages.${lang}.ts`))
  return {
    name: `${part}-${lang}`,
    test: (id) =>
      files.has(id) || (part === 'frame' && lang === 'en' && id.includes('/ra-language-english/')),
  }
}

/**
 * Modules that load together are one file: it compresses better than many small ones. `vendor` and `first` are what every visitor needs, in
 * two files, so that the packages stay in caches when only the console changes; `console` is what comes after the sign-in, with all that it
 * uses, and `calls` the contract's calls of later pages, without those of the sign-in. The bundler decides about the rest. The entry keeps its own chunk, and with it its key in the manifest.
 * @type {import('vite').Rolldown.CodeSplittingGroup[]}
 */
export const groups = [
  { name: 'vendor', test: /node_modules|^\0rolldown\/runtime/, tags: ['$initial'] },
  { name: 'first', test: (id) => isOurs(id) && id !== `${base}src/main.tsx`, tags: ['$initial'] },
  { name: 'console', test: (id) => FRAME.has(id) },
  { name: 'sign-in', test: (id) => id === `${base}src/pages/login/signIn/checkLogin.ts` },
  // The contract of everything else is needed as a whole.
  { name: 'calls', test: (id) => id === `${base}src/dataProvider/laterEndpoints.ts` },
  ...['en', 'cs'].flatMap((lang) => [textsOf('public', lang), textsOf('frame', lang)]),
]
