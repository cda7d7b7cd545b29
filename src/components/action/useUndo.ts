import { useTranslate } from '../../i18n/translate'
import { type Toast, toast } from '../toast/toasts'
import { useFailureToast } from './useFailureToast'

/** Makes the button of a toast that takes back what the toast tells. It says whether that worked, also on another page. */
export function useUndo() {
  const translate = useTranslate()
  const showFailure = useFailureToast()
  return (undo: () => Promise<unknown>): NonNullable<Toast['action']> => ({
    label: translate('page.undo'),
    onAct: () =>
      void undo().then(() => toast({ kind: 'success', title: translate('page.undone') }), showFailure),
  })
}
