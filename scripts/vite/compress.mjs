import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const compress = promisify(brotliCompress)
const TEXT = /^assets\/.*\.(js|css|svg|json|wasm|ttf)$|^guide\/.*\.(html|css|txt)$/
const SMALLEST = 500
/** Files of public/ that every visit loads. */
const PUBLIC = ['first-paint.js']
/** Above this size in bytes, the best compression takes ten times as long to save a tenth: these are parts of the code editor. */
const LARGE = 1_000_000

/** @param {Buffer} content */
const optionsFor = ({ length }) => ({ params: { [constants.BROTLI_PARAM_QUALITY]: length > LARGE ? 9 : 11 } })

/**
 * Writes `<file>.br` beside every file of the build that compresses, so that the server need not compress it.
 * @returns {import('vite').Plugin}
 */
export function precompress() {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const files = [...Object.keys(bundle).filter((name) => TEXT.test(name)), ...PUBLIC]
      await Promise.all(
        files.map(async (name) => {
          const file = join(dir, name)
          const content = await readFile(file)
          if (content.length > SMALLEST)
            await writeFile(`${file}.br`, await compress(content, optionsFor(content)))
        }),
      )
    },
  }
}
