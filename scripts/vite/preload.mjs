import { path } from '../lib/project.mjs'

/** Modules that are needed before the first row, or before the sign-in form, and which the page's own scripts only find one after the other. */
const PARTS = [
  { of: ['src/i18n/public.en.ts'], lang: 'en' },
  { of: ['src/i18n/public.cs.ts'], lang: 'cs' },
  { of: ['src/App.tsx', 'src/resources/devices/DeviceList.tsx'], signedIn: true },
  { of: ['src/i18n/en.ts'], lang: 'en', signedIn: true },
  { of: ['src/i18n/cs.ts'], lang: 'cs', signedIn: true },
]

const SCRIPT = '<script src="/first-paint.js"'

/**
 * Names, in the page, the files that `first-paint.js` preloads: it alone knows the language, and whether somebody is signed in.
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
        const named = new Set()
        /** Files of a chunk and of all that it imports, that the page does not name yet. @type {(name: string) => string[]} */
        const filesOf = (name) => {
          const chunk = chunks.find(({ fileName }) => fileName === name)
          if (!chunk || named.has(name) || html.includes(name)) return []
          named.add(name)
          return [`/${name}`, ...chunk.imports.flatMap(filesOf)]
        }
        const tags = PARTS.map(({ of, lang, signedIn }) => {
          const files = of.flatMap((module) => {
            const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === path(...module.split('/')))
            if (!chunk) throw new Error(`The build has no module ${module}: correct the list in preload.mjs.`)
            return filesOf(chunk.fileName)
          })
          const when = (lang ? ` data-lang="${lang}"` : '') + (signedIn ? ' data-signed-in' : '')
          return `<meta name="preload" content="${files.join(' ')}"${when} />\n    `
        })
        return html.replace(SCRIPT, tags.join('') + SCRIPT)
      },
    },
  }
}
