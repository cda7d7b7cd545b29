import { createContext, useContext } from 'react'
import { useConfig } from '../../config'
import { useCurrentSpace } from '../../dataProvider/account'

const NameContext = createContext<string | undefined>(undefined)

/** Gives the tabs of a page the title of the page. */
export const PageNameProvider = NameContext.Provider

interface PageTitleProps {
  /** What the page is about; what the page around it is about unless given. */
  name?: string | undefined
  /** The part of the page that is shown. */
  part?: string
}

/**
 * The page's title for the browser: "{name}, {part} – {space} – {product}". React moves it into the head, before those
 * that are there, so that of the innermost part of a page counts.
 */
export function PageTitle({ name, part }: PageTitleProps) {
  const { productName } = useConfig()
  const space = useCurrentSpace()?.name
  const nameAround = useContext(NameContext)
  const thing = [name ?? nameAround, part].filter(Boolean).join(', ')
  return <title>{[...new Set([thing, space, productName])].filter(Boolean).join(' – ')}</title>
}
