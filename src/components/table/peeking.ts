import { createContext } from 'react'

/** Shows a record beside its list, by its id; null in lists without a panel. The function stays the same, so rows do not render. */
export const PeekingContext = createContext<((id: string) => void) | null>(null)
