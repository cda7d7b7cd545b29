import { useEffect, useRef } from 'react'

interface CheckboxProps {
  label: string
  checked: boolean
  /** Some of what it stands for is checked. */
  partly?: boolean
  onChange: () => void
}

/** A native checkbox without a visible label: hundreds of them cost nothing. */
export function Checkbox({ label, checked, partly = false, onChange }: CheckboxProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.indeterminate = partly
  }, [partly])
  return <input ref={input} type="checkbox" aria-label={label} checked={checked} onChange={onChange} />
}
