import type { I18nProvider } from 'ra-core'
import { useEffect, useState } from 'react'
import { toast } from '../components/toast/toasts'
import { currentLanguage, type Language, useLanguage } from '../preferences'
import { createI18n } from '.'

type Load = () => Promise<{ default: object }>

/** Loads the texts of each language. */
type Catalogs = Record<Language, Load>

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

const providers = new Map<Load, I18nProvider>()

/** The provider of these texts; the same at each call. */
async function provide(load: Load, language: Language): Promise<I18nProvider> {
  const { default: messages } = await load()
  const provider = providers.get(load) ?? createI18n(language, messages)
  providers.set(load, provider)
  return provider
}

/** Loads the texts of the chosen language ahead of their use. Never fails. */
export const preloadCatalog = (languages: Catalogs): Promise<unknown> => {
  const language = currentLanguage()
  return provide(languages[language], language).catch(() => undefined)
}

/**
 * I18n provider of the chosen language; undefined until its texts are loaded. While another language loads, or when
 * it cannot be loaded, the provider of the former language stays; a toast reports the failure.
 * Errors: the first texts cannot be loaded.
 */
export function useCatalog(languages: Catalogs): I18nProvider | undefined {
  const language = useLanguage()
  const [provider, setProvider] = useState(() => providers.get(languages[language]))
  const [failure, setFailure] = useState<{ error: unknown }>()
  useEffect(() => {
    let current = true
    const use = (loaded: I18nProvider) => {
      if (!current) return
      document.documentElement.lang = language
      setFailure(undefined)
      setProvider(loaded)
    }
    provide(languages[language], language).then(use, (error: unknown) => current && setFailure({ error }))
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
