import { useCallback } from 'react'
import type { Failure } from '#contract/connectors'
import { withoutGap } from '#contract/deliveries/failure'
import { useTranslate } from './texts'

/** A failure whose error may be null. */
type FailureOr<Text extends string | null> = Omit<Failure, 'error'> & { error: Text }

/** The line in which a function threw, which the server appends to the sentence. */
const LINE = / \(line (\d+)\)$/

/**
 * Describes a failure as part of a sentence: in the console's language if it has a code, else in its own words.
 * Null without a failure.
 */
export function useFailureText() {
  const translate = useTranslate()
  return useCallback(
    <Text extends string | null>({ error, error_code, error_detail }: FailureOr<Text>): Text | string => {
      if (error_code === null) return error
      const text = withoutGap(translate(`failure.${error_code}`, { detail: error_detail ?? '' }))
      const line = LINE.exec(error ?? '')?.[1]
      return line === undefined ? text : `${text} (${translate('failure.line', { line })})`
    },
    [translate],
  )
}
