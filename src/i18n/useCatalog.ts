import type { I18nProvider } from 'ra-core'
import { useEffect, useState } from 'react'
import { toast } from '../components/toast/toasts'
import { type Language, useLanguage } from '../preferences'
import { createI18n } from '.'

/**
 * I18n provider of the chosen language; undefined until its texts are loaded, the former one while others load and,
 * with a toast, when they cannot be loaded. Errors: the first texts cannot be loaded.
 */
export function useCatalog(
  catalogs: Record<Language, () => Promise<{ default: object }>>,
): I18nProvider | undefined {
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
    catalogs[language]().then(use, (error: unknown) => current && setFailure({ error }))
    return () => {
      current = false
    }
  }, [catalogs, language])
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
