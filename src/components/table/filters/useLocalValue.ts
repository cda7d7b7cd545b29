import { useState } from 'react'

/** A value that shows at once what a person chose, before the address has it, and follows the address otherwise. */
export function useLocalValue<Value>(applied: Value) {
  const key = JSON.stringify(applied)
  const [local, setLocal] = useState({ key, value: applied })
  if (local.key !== key) setLocal({ key, value: applied })
  const set = (value: Value) => setLocal({ key, value })
  return [local.key === key ? local.value : applied, set] as const
}
