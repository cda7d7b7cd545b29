import './lib/node.mjs'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { BUDGETS } from './lib/budgets.mjs'
import { Failure, main, path, readJson, say } from './lib/project.mjs'

/** Modules of the sign-in form, as keys of the build's manifest. */
const SIGN_IN = ['index.html', 'src/i18n/public.en.ts']

/** What the device list needs besides. */
const DEVICE_LIST = ['src/App.tsx', 'src/i18n/en.ts', 'src/resources/devices/DeviceList.tsx']

const PARTS = [
  { what: 'sign-in form', keys: SIGN_IN, budget: BUDGETS.signIn },
  { what: 'device list', keys: [...SIGN_IN, ...DEVICE_LIST], budget: BUDGETS.deviceList },
]

/** @typedef {Record<string, { file: string, imports?: string[] }>} Manifest */

/** Files of modules and of all that they import statically. @param {Manifest} manifest @param {string[]} keys */
function filesOf(manifest, keys) {
  /** @type {Map<string, string>} */
  const files = new Map()
  /** @param {string} key */
  const visit = (key) => {
    if (files.has(key)) return
    const chunk = manifest[key]
    if (!chunk) throw new Failure(`The build has no module ${key}: correct the lists in scripts/size.mjs.`)
    files.set(key, chunk.file)
    chunk.imports?.forEach(visit)
  }
  keys.forEach(visit)
  return new Set([...files.values()].filter((file) => file.endsWith('.js')))
}

/** Scripts of public/ that the page loads itself. */
function scriptsOfPage() {
  const page = readFileSync(path('dist', 'index.html'), 'utf8')
  const sources = [...page.matchAll(/<script[^>]* src="\/([^"]+)"/g)].map(([, source = '']) => source)
  return sources.filter((source) => !source.startsWith('assets/'))
}

/** Size in kB as the server sends it: compressed, by the build or (small files) while it answers. @param {string} file */
function sizeOf(file) {
  const compressed = statSync(path('dist', `${file}.br`), { throwIfNoEntry: false })
  return (compressed?.size ?? brotliCompressSync(readFileSync(path('dist', file))).length) / 1000
}

await main(async () => {
  const manifestFile = path('dist', '.vite', 'manifest.json')
  if (!existsSync(manifestFile)) throw new Failure('There is no build to measure. Run: npm run build')
  const manifest = readJson(manifestFile)
  let exceeded = 0
  for (const { what, keys, budget } of PARTS) {
    const files = [...filesOf(manifest, keys), ...scriptsOfPage()].toSorted((a, b) => sizeOf(b) - sizeOf(a))
    const total = files.reduce((sum, file) => sum + sizeOf(file), 0)
    const verdict = total > budget ? 'exceeds' : 'of'
    say(`${what}: ${total.toFixed(1)} kB ${verdict} ${budget} kB, in ${files.length} files`)
    for (const file of files.slice(0, 8)) say(`${sizeOf(file).toFixed(1).padStart(8)}  ${file}`)
    if (total > budget) exceeded += 1
  }
  return exceeded > 0 ? 1 : 0
})
