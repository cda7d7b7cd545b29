import { useCallback } from 'react'
import type { Failure } from '#contract/connectors'
import { useFailureText } from '../../../components/failure/useFailureText'

/** Says why code fails, in one line that begins with "Error". Spec 1, section 4. */
export function useErrorLine() {
  const failureText = useFailureText()
  return useCallback((failure: Failure) => `Error: ${failureText(failure)}`, [failureText])
}
