import './lib/node.mjs'
import { build } from './lib/build.mjs'
import { ensureDependencies } from './lib/dependencies.mjs'
import { main } from './lib/project.mjs'

// npm run build: the console, as static files in dist/.
await main(async () => {
  await ensureDependencies()
  await build()
})
