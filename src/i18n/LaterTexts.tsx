import type { ReactNode } from 'react'
import { I18nContextProvider } from 'react-admin'
import { Waiting } from '../components/lazyPart'
import { allCatalogs, useCatalog } from './catalogs'

interface LaterTextsProps {
  /** In place of it while the texts load. */
  waiting?: ReactNode
  children: ReactNode
}

/** Gives the pages in it the texts that load later. */
export function LaterTexts({ waiting = <Waiting />, children }: LaterTextsProps) {
  const i18nProvider = useCatalog(allCatalogs)
  if (!i18nProvider) return waiting
  return <I18nContextProvider value={i18nProvider}>{children}</I18nContextProvider>
}
