import { useNotify } from 'react-admin'
import { Denied, reasonOf } from '../../dataProvider/client'

/**
 * Shows the error of a call: the API error title with the server's sentence. A denied call shows nothing.
 * Rules, "Failures".
 */
export function useFailureToast() {
  const notify = useNotify()
  return (error: unknown) => {
    if (!(error instanceof Denied)) notify(reasonOf(error), { type: 'error' })
  }
}
