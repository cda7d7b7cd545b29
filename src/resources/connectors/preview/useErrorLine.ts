import { useCallback } from 'react'
import { useFailureText } from '../../../components/failure/useFailureText'
import { useTranslate } from '../../../i18n/translate'
import type { FailedVerdict } from './verdict'

/**
 * Says why code fails, in one line that begins with "Error": `Error: no body (line 3)`, `Error: TypeError: …`.
 * Spec 1, section 4.
 */
export function useErrorLine() {
  const translate = useTranslate()
  const failureText = useFailureText()
  return useCallback(
    ({ failure, thrown }: FailedVerdict) => {
      const name = thrown && thrown.name !== 'Error' ? `${thrown.name}: ` : ''
      const line = thrown?.line
      const place = line === undefined ? '' : ` (${translate('connectors.preview.line', { line })})`
      return `Error: ${name}${failureText(failure)}${place}`
    },
    [translate, failureText],
  )
}
