import { useNotify } from 'react-admin'
import { reasonOf } from '../../dataProvider/client'

/** Shows the error of a call: the API error title with the server's body. Spec 1, section 8, "General client". */
export function useFailureToast() {
  const notify = useNotify()
  return (error: unknown) => notify(reasonOf(error), { type: 'error' })
}

/**
 * Whether a call through the data provider was denied: react-admin answers those with an empty object,
 * after the rules for 401 and 403 have been carried out.
 */
export const wasDenied = (answer: unknown): answer is void =>
  !(typeof answer === 'object' && answer !== null && 'id' in answer)
