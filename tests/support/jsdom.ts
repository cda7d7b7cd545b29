import { builtinEnvironments, type Environment } from 'vitest/runtime'

const { jsdom } = builtinEnvironments
const ofNode = { Uint8Array }

/** jsdom, with modules transformed for Node: the server runs in these tests as well. */
export default {
  ...jsdom,
  name: 'jsdom-in-node',
  viteEnvironment: 'ssr',
  async setup(global, options) {
    // React would make a task for the debugger of each element: a sixth of what these tests take.
    Reflect.deleteProperty(console, 'createTask')
    const environment = await jsdom.setup(global, options)
    // Node's modules check for Node's own `Uint8Array`, which jsdom replaces.
    Object.assign(global, ofNode)
    return environment
  },
} satisfies Environment
