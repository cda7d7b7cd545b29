import { useEffect, useState } from 'react'
import { TEXT_FILTER_DELAY } from './table/address'

/** A text once typing has stopped; an empty text at once. */
export function useRested(typed: string): string {
  const [rested, setRested] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed), TEXT_FILTER_DELAY)
    return () => clearTimeout(timer)
  }, [typed])
  return typed && rested
}
