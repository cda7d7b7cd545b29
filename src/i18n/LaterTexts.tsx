import type { ReactNode } from 'react'
import { I18nContextProvider } from 'react-admin'
import { Waiting } from '../components/lazyPart'
import { allCatalogs, useCatalog } from './catalogs'

interface LaterTextsProps {
  /** Shown until they are there; by default that they load. */
  fallback?: ReactNode
  children: ReactNode
}

/** Gives the pages in it the texts that load later. */
export function LaterTexts({ fallback, children }: LaterTextsProps) {
  const i18nProvider = useCatalog(allCatalogs)
  if (!i18nProvider) return fallback === undefined ? <Waiting /> : fallback
  return <I18nContextProvider value={i18nProvider}>{children}</I18nContextProvider>
}

/** A page with the texts that load later. */
export const later = (page: ReactNode) => <LaterTexts>{page}</LaterTexts>
