import { useTranslate } from '../../i18n/translate'
import { type Toast, toast } from '../toast/toasts'
import { useFailureToast } from './useFailureToast'

/** Creates the undo button of a toast. It reports the result, even if the person has moved to another page. */
export function useUndo() {
  const translate = useTranslate()
  const showFailure = useFailureToast()
  return (undo: () => Promise<unknown>): NonNullable<Toast['action']> => ({
    label: translate('page.undo'),
    onAct: () =>
      void undo().then(() => toast({ kind: 'success', title: translate('page.undone') }), showFailure),
  })
}
