import { useCallback } from 'react'
import type { Failure } from '#contract/connectors'
import { useTranslate } from '../../i18n/translate'

/** A failure, or none if its error can be null. */
type FailureOr<Text extends string | null> = Omit<Failure, 'error'> & { error: Text }

/**
 * Describes a failure as a part of a sentence: in the console's language if it has a code, else in its own words.
 * Null when there is no failure.
 */
export function useFailureText() {
  const translate = useTranslate()
  return useCallback(
    <Text extends string | null>({ error, error_code, error_detail }: FailureOr<Text>): Text | string =>
      error_code === null ? error : translate(`failures.${error_code}`, { detail: error_detail ?? '' }),
    [translate],
  )
}
