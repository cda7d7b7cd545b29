import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'

const compress = promisify(brotliCompress)
const TEXT = /^assets\/.*\.(js|css|svg|json|wasm|ttf)$/
const SMALLEST = 1000

/**
 * Writes `<file>.br` beside every file of the build that compresses, so that the server need not do it.
 * @returns {import('vite').Plugin}
 */
export function precompress() {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const files = Object.keys(bundle).filter((name) => TEXT.test(name))
      await Promise.all(
        files.map(async (name) => {
          const file = join(dir, name)
          const content = await readFile(file)
          if (content.length > SMALLEST) await writeFile(`${file}.br`, await compress(content))
        }),
      )
    },
  }
}
