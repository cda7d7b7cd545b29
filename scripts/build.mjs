import '../server/node.mjs'
import { build } from './lib/build.mjs'
import { ensureDependencies } from './lib/dependencies.mjs'
import { main } from './lib/project.mjs'

// npm run build: the console, as static files in dist/, and the programs of the server in dist-server/.
await main(async () => {
  await ensureDependencies()
  await build()
})
