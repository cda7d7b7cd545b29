import { readFileSync } from 'node:fs'
import { path } from '../lib/project.mjs'
import { TEXTS } from './chunks.mjs'

const LANGUAGES = ['en', 'cs']

/**
 * Modules that are needed before the sign-in form, or also before the first row, and which the page's own scripts only find one after the
 * other.
 */
const PARTS = [
  { of: ['src/main.tsx'], signedIn: false },
  { of: ['src/App.tsx', 'src/resources/devices/DeviceList.tsx'], signedIn: true },
]

const SCRIPT = '<script src="/first-paint.js"'

/** The folders whose texts a module of the console loads. @param {string} id */
function foldersOf(id) {
  if (!/\/src\/.*\.tsx?$/.test(id)) return []
  const calls = readFileSync(id, 'utf8').matchAll(/\b(?:textsOf|translateOf)<[^(]*>\(([^)]*)\)/g)
  return [...calls].flatMap(([, names = '']) =>
    [...names.matchAll(/'([\w.]+)'/g)].map(([, name = '']) => name),
  )
}

/** @param {string} folder */
const folderPath = (folder) => `/${folder.replaceAll('.', '/')}`

/** The folders whose texts are one file. */
const together = [...TEXTS.public, ...TEXTS.frame]

/**
 * Names, in the page, the files that `first-paint.js` preloads: only that script knows the language, and whether a person is signed in.
 * @returns {import('vite').Plugin}
 */
export function preload() {
  return {
    name: 'preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        /** The chunk with a module. @param {(id: string) => boolean} is @param {string} what */
        const chunkWith = (is, what) => {
          const chunk = chunks.find(({ moduleIds }) => moduleIds.some(is))
          if (!chunk) throw new Error(`The build has no ${what}: correct preload.mjs.`)
          return chunk
        }
        /** Chunks with all their imports, by their names. @param {string[]} names @returns {Map<string, (typeof chunks)[number]>} */
        const withImports = (names, found = new Map()) => {
          for (const name of names) {
            const chunk = chunks.find(({ fileName }) => fileName === name)
            if (!chunk || found.has(name)) continue
            found.set(name, chunk)
            withImports(chunk.imports, found)
          }
          return found
        }
        const named = new Set()
        /** The files that the page does not name yet. @param {Iterable<string>} files */
        const fresh = (files) => {
          const news = [...files].filter((name) => !named.has(name) && !html.includes(name))
          for (const name of news) named.add(name)
          return news.map((name) => `/${name}`).join(' ')
        }
        const tags = PARTS.flatMap(({ of, signedIn }) => {
          const code = withImports(
            of.map((module) => chunkWith((id) => id === path(...module.split('/')), module).fileName),
          )
          const folders = [...code.values()].flatMap(({ moduleIds }) => moduleIds.flatMap(foldersOf))
          const unnamed = folders.find(
            (folder) => !together.some((place) => place.endsWith(folderPath(folder))),
          )
          if (unnamed) throw new Error(`The texts of ${unnamed} load first: name them in chunks.mjs.`)
          const when = signedIn ? ' data-signed-in' : ''
          const lists = [{ files: fresh(code.keys()), lang: '' }]
          for (const lang of LANGUAGES) {
            const files = folders.map((folder) => {
              const end = `${folderPath(folder)}/messages.${lang}.ts`
              return chunkWith((id) => id.endsWith(end), end).fileName
            })
            lists.push({ files: fresh(withImports(files).keys()), lang: ` data-lang="${lang}"` })
          }
          return lists
            .filter(({ files }) => files !== '')
            .map(({ files, lang }) => `<meta name="preload" content="${files}"${lang}${when} />\n    `)
        })
        return html.replace(SCRIPT, tags.join('') + SCRIPT)
      },
    },
  }
}
