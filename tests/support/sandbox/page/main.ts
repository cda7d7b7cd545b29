import type { Sandbox } from '#sandbox'
import { startSandbox } from '../../../../src/components/sandbox/startSandbox'

declare global {
  interface Window {
    /** The sandbox as the console's pages use it. */
    sandbox: Sandbox
  }
}

window.sandbox = startSandbox()
