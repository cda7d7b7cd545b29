import { createContext, useContext } from 'react'
import { useConfig } from '../../config'
import { useCurrentSpace } from '../../dataProvider/account'

const NameContext = createContext<string | undefined>(undefined)

/** Passes the title of a page to its tabs. */
export const PageNameProvider = NameContext.Provider

interface PageTitleProps {
  /** Name of the page; by default, that of the surrounding page. */
  name?: string | undefined
  /** The part of the page that is shown. */
  part?: string
}

/**
 * The browser's title: "{name}, {part} – {space} – {product}". React puts each title into the head before earlier ones,
 * so the innermost one counts.
 */
export function PageTitle({ name, part }: PageTitleProps) {
  const { productName } = useConfig()
  const space = useCurrentSpace()?.name
  const nameAround = useContext(NameContext)
  const thing = [name ?? nameAround, part].filter(Boolean).join(', ')
  return <title>{[...new Set([thing, space, productName])].filter(Boolean).join(' – ')}</title>
}
