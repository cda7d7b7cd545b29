import { builtinEnvironments, type Environment } from 'vitest/runtime'

const { jsdom } = builtinEnvironments
const ofNode = { Uint8Array }

/** jsdom, with modules transformed for Node: the server runs in these tests as well. */
export default {
  ...jsdom,
  name: 'jsdom-in-node',
  viteEnvironment: 'ssr',
  async setup(global, options) {
    // React would create a debugger task for each element: a sixth of the time of these tests.
    Reflect.deleteProperty(console, 'createTask')
    const environment = await jsdom.setup(global, options)
    // Modules of Node check for Node's own `Uint8Array`, which jsdom replaces.
    Object.assign(global, ofNode)
    return environment
  },
} satisfies Environment
