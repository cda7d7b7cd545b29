import { useCallback } from 'react'
import type { Texts } from '../../i18n'
import { textsOf } from '../../i18n/translate'
import type en from './messages.en'

const { useTranslate } = textsOf<Texts<{ browsers: typeof en }>>('browsers')

/** A browser and its operating system, as far as known. */
interface Named {
  browser?: string | null | undefined
  system?: string | null | undefined
  /** The browser that the person is using. */
  is_current?: boolean
}

/** The name of a browser: "Firefox on Linux", or "Firefox on Linux, this browser". */
export function useBrowserName() {
  const translate = useTranslate()
  return useCallback(
    ({ browser, system, is_current = false }: Named, unknown?: string) => {
      const name =
        browser && system
          ? translate('browsers.onSystem', { browser, system })
          : (browser ?? system ?? unknown ?? translate('browsers.unknown'))
      return is_current ? translate('browsers.current', { name }) : name
    },
    [translate],
  )
}
