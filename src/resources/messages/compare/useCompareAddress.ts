import { useSearchParams } from 'react-router-dom'
import type { CompareOptions } from '../../../components/diff/body/printJson'

/** The switches of a comparison; in the address only where they are not as they start. */
const SWITCHES = { ignoreVolatile: false, sortKeys: true, swapped: false }
type Switches = typeof SWITCHES

/** What the address of a comparison says: the two messages, and how they are compared and shown. */
export function useCompareAddress() {
  const [search, setSearch] = useSearchParams()
  const is = (name: keyof Switches) => (search.get(name) ?? String(SWITCHES[name])) === 'true'
  const options: CompareOptions = { ignoreVolatile: is('ignoreVolatile'), sortKeys: is('sortKeys') }
  const change = (name: keyof Switches, value: boolean) =>
    setSearch(
      (current) => {
        const next = new URLSearchParams(current)
        if (value === SWITCHES[name]) next.delete(name)
        else next.set(name, String(value))
        return next
      },
      { replace: true },
    )
  return { a: search.get('a') ?? '', b: search.get('b') ?? '', options, swapped: is('swapped'), change }
}
