import { relative } from 'node:path'
import { normalizePath } from 'vite'
import { licencesOf } from '../lib/licences.mjs'
import { root } from '../lib/project.mjs'

/** The file with the licences, beside the guides, which link to it. */
const FILE = 'guide/licences.txt'
/** The typeface is in the build, but in none of its scripts. */
const TYPEFACE = 'node_modules/@fontsource-variable/inter/index.css'

/**
 * Writes the licences of all packages in the build. Vite's `build.license` leaves out those in workers, the typeface, and notices beside
 * licences.
 * @returns {{ page: import('vite').Plugin, workers: import('vite').Plugin }}
 */
export function licences() {
  const files = new Set([TYPEFACE])
  /** @param {import('vite').Rolldown.OutputBundle} bundle */
  function note(bundle) {
    for (const file of Object.values(bundle))
      for (const id of file.type === 'chunk' ? file.moduleIds : [])
        if (!id.startsWith('\0')) files.add(normalizePath(relative(root, id)))
  }
  return {
    // Workers are bundled before the page.
    workers: { name: 'licences-of-workers', generateBundle: (_, bundle) => note(bundle) },
    page: {
      name: 'licences',
      apply: 'build',
      generateBundle(_, bundle) {
        note(bundle)
        this.emitFile({ type: 'asset', fileName: FILE, source: licencesOf([...files]) })
      },
    },
  }
}
