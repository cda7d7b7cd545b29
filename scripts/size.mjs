import '../server/node.mjs'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { BUDGETS } from './lib/budgets.mjs'
import { Failure, main, path, say } from './lib/project.mjs'

/** The parts of a page of the build that load first, by its scripts and its lists for `first-paint.js`. */
const PARTS = [
  { what: 'sign-in form', signedIn: false, budget: BUDGETS.signIn },
  { what: 'device list', signedIn: true, budget: BUDGETS.deviceList },
]

/** The scripts that the page loads, in English. @param {string} page @param {boolean} signedIn */
function scriptsOf(page, signedIn) {
  const own = [...page.matchAll(/<(?:script|link rel="modulepreload")[^>]* (?:src|href)="\/([^"]+)"/g)]
  const lists = [...page.matchAll(/<meta name="preload" content="([^"]*)"([^>]*)>/g)].filter(
    ([, , when = '']) => !when.includes('data-lang="cs"') && (signedIn || !when.includes('data-signed-in')),
  )
  const listed = lists.flatMap(([, files = '']) => files.split(' ').map((file) => file.slice(1)))
  return new Set([...own.map(([, file = '']) => file), ...listed])
}

/** Size in kB as the server sends it: compressed, by the build or (small files) while it answers. @param {string} file */
function sizeOf(file) {
  const compressed = statSync(path('dist', `${file}.br`), { throwIfNoEntry: false })
  return (compressed?.size ?? brotliCompressSync(readFileSync(path('dist', file))).length) / 1000
}

await main(async () => {
  const file = path('dist', 'index.html')
  if (!existsSync(file)) throw new Failure('There is no build to measure. Run: npm run build')
  const page = readFileSync(file, 'utf8')
  let exceeded = 0
  for (const { what, signedIn, budget } of PARTS) {
    const files = [...scriptsOf(page, signedIn)].toSorted((a, b) => sizeOf(b) - sizeOf(a))
    const total = files.reduce((sum, file) => sum + sizeOf(file), 0)
    const verdict = total > budget ? 'exceeds' : 'of'
    say(`${what}: ${total.toFixed(1)} kB ${verdict} ${budget} kB, in ${files.length} files`)
    for (const file of files.slice(0, 8)) say(`${sizeOf(file).toFixed(1).padStart(8)}  ${file}`)
    if (total > budget) exceeded += 1
  }
  return exceeded > 0 ? 1 : 0
})
