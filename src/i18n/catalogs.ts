import type { I18nProvider } from 'ra-core'
import { useEffect, useState } from 'react'
import { toast } from '../components/toast/toasts'
import { type Language, useLanguage } from '../preferences'
import { createI18n } from '.'

/** Loads the texts of each language. */
type Catalogs = Record<Language, () => Promise<{ default: object }>>

/** Texts of the pages that a signed-out person sees; small, because these pages wait for them. */
export const publicCatalogs: Catalogs = {
  en: () => import('./public.en'),
  cs: () => import('./public.cs'),
}

/** Texts of the frame and of most resources. */
export const catalogs: Catalogs = {
  en: () => import('./en'),
  cs: () => import('./cs'),
}

/** All texts of the console. */
export const allCatalogs: Catalogs = {
  en: () => import('./all.en'),
  cs: () => import('./all.cs'),
}

/**
 * I18n provider of the chosen language; undefined until its texts are loaded. While another language loads, or when
 * it cannot be loaded, the provider of the former language stays; a toast reports the failure.
 * Errors: the first texts cannot be loaded.
 */
export function useCatalog(languages: Catalogs): I18nProvider | undefined {
  const language = useLanguage()
  const [provider, setProvider] = useState<I18nProvider>()
  const [failure, setFailure] = useState<{ error: unknown }>()
  useEffect(() => {
    let current = true
    const use = ({ default: messages }: { default: object }) => {
      if (!current) return
      document.documentElement.lang = language
      setFailure(undefined)
      setProvider(createI18n(language, messages))
    }
    languages[language]().then(use, (error: unknown) => current && setFailure({ error }))
    return () => {
      current = false
    }
  }, [languages, language])
  useEffect(() => {
    if (failure && provider)
      toast({
        kind: 'error',
        title: provider.translate('common.notLoaded'),
        description: provider.translate('common.notLoadedHint'),
      })
  }, [failure, provider])
  if (failure && !provider) throw failure.error
  return provider
}
