import type { I18nProvider } from 'ra-core'
import { useEffect, useState } from 'react'
import { provide, providerNow, setShown, wantTexts } from '../i18n/catalogs'
import { useLanguage } from '../preferences'
import { toast } from './toast/toasts'

wantTexts('common')

/**
 * The i18n provider of the chosen language; undefined until its texts have loaded. While another language loads, or if
 * it fails to load, the previous provider stays; a toast reports the failure.
 * Errors: the first texts cannot be loaded.
 */
export function useI18n(): I18nProvider | undefined {
  const language = useLanguage()
  const [provider, setProvider] = useState(() => providerNow(language))
  const [failure, setFailure] = useState<{ error: unknown }>()
  useEffect(() => {
    let current = true
    const use = (loaded: I18nProvider) => {
      if (!current) return
      document.documentElement.lang = language
      setShown(language)
      setFailure(undefined)
      setProvider(loaded)
    }
    provide(language).then(use, (error: unknown) => current && setFailure({ error }))
    return () => {
      current = false
    }
  }, [language])
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
