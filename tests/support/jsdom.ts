import { builtinEnvironments, type Environment } from 'vitest/runtime'

const { jsdom } = builtinEnvironments
const ofNode = { Uint8Array }

/** The document of jsdom within Node: modules load as Node's, because the server runs in these tests as well. */
export default {
  ...jsdom,
  name: 'jsdom-in-node',
  viteEnvironment: 'ssr',
  async setup(global, options) {
    const environment = await jsdom.setup(global, options)
    // Node's modules know Node's arrays, not those of jsdom.
    Object.assign(global, ofNode)
    return environment
  },
} satisfies Environment
