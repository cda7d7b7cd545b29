import type { Sandbox } from '#sandbox'
import { startSandbox } from '../../../../src/components/sandbox'

declare global {
  interface Window {
    /** The sandbox as the console's pages use it. */
    sandbox: Sandbox
  }
}

window.sandbox = startSandbox()
