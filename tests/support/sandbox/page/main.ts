import type { Sandbox } from '#sandbox'
import { startSandbox } from '../../../../src/components/sandbox'

declare global {
  interface Window {
    /** The sandbox of the console's pages. */
    sandbox: Sandbox
  }
}

window.sandbox = startSandbox()
