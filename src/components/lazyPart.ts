import { type ComponentType, lazy } from 'react'
import { connection } from '../dataProvider/connection'

/**
 * A part of the page that loads at its first use. When that fails, the server may be gone: then the part waits until
 * it is back and tries once more. Errors: the part cannot be loaded although the server answers.
 */
export function lazyPart<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const part = lazy(() =>
    load().catch(async () => {
      connection.lost()
      await connection.whenRestored()
      return load()
    }),
  )
  /** Loads it ahead of its use. */
  const preload = () => void load().catch(() => undefined)
  return Object.assign(part, { preload })
}
