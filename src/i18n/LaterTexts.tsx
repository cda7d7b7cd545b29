import type { ReactNode } from 'react'
import { I18nContextProvider } from 'react-admin'
import { Waiting } from '../components/lazyPart'
import { allCatalogs, useCatalog } from './catalogs'

/** Gives the pages in it the texts that load later. */
export function LaterTexts({ children }: { children: ReactNode }) {
  const i18nProvider = useCatalog(allCatalogs)
  if (!i18nProvider) return <Waiting />
  return <I18nContextProvider value={i18nProvider}>{children}</I18nContextProvider>
}
