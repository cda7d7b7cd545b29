import { useEffect, useState } from 'react'
import type { Sandbox } from '#sandbox'
import { startSandbox } from './startSandbox'

/** A sandbox for as long as the component is there. Its worker starts with the first run. */
export function useSandbox(): Sandbox {
  const [sandbox] = useState(startSandbox)
  useEffect(() => () => sandbox.close(), [sandbox])
  return sandbox
}
