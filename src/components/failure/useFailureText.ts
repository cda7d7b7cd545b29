import { useCallback } from 'react'
import type { Failure } from '#contract/connectors'
import { useTranslate } from '../../i18n/translate'

/** A failure, or that there is none. */
type Told<Text extends string | null> = Omit<Failure, 'error'> & { error: Text }

/**
 * Says why something failed, as a part of a sentence: in the language of the console where the reason is known, else in
 * the words of who noticed it. Null when it did not.
 */
export function useFailureText() {
  const translate = useTranslate()
  return useCallback(
    <Text extends string | null>({ error, error_code, error_detail }: Told<Text>): Text | string =>
      error_code === null ? error : translate(`failures.${error_code}`, { detail: error_detail ?? '' }),
    [translate],
  )
}
