import '../server/node.mjs'
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { ensureConsole, ensureServer } from './lib/build.mjs'
import { ensureDependencies, npm } from './lib/dependencies.mjs'
import { main, path, readJson, root, say } from './lib/project.mjs'

/** Files and folders of the project that are in the package. */
const FILES = ['dist', 'dist-server', 'server/db/migrations', 'README.md', 'CHANGELOG.md', 'LICENSE']

/** Where the package is put together. */
const STAGE = '.cache/package'

/** What npm and the server read of the manifest. @param {string[]} needed packages that the bundle does not contain */
function manifestFor(needed) {
  const { name, version, description, license, type, engines, dependencies } = readJson(path('package.json'))
  return {
    name,
    version,
    description,
    license,
    type,
    engines,
    bin: { [name]: 'dist-server/spaceport.mjs' },
    dependencies: Object.fromEntries(needed.map((name) => [name, dependencies[name]])),
  }
}

// npm run package: makes spaceport-VERSION.tgz, which npx or npm install runs anywhere. The container's image is made of it.
await main(async () => {
  await ensureDependencies()
  await ensureConsole()
  await ensureServer()
  rmSync(path(STAGE), { recursive: true, force: true })
  mkdirSync(path(STAGE), { recursive: true })
  for (const file of FILES) cpSync(path(file), path(STAGE, file), { recursive: true })
  const { INSTALLED } = await import('./lib/bundle.mjs')
  const manifest = manifestFor(INSTALLED)
  writeFileSync(path(STAGE, 'package.json'), JSON.stringify(manifest, null, 2))
  await npm(['pack', path(STAGE), '--pack-destination', root, '--silent'], 'The package was not made.')
  const file = `${manifest.name}-${manifest.version}.tgz`
  say(`${file} is made. Start it in the folder where it is: npx ./${file}`)
})
