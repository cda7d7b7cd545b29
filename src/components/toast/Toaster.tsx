import { ToastView } from './ToastView'
import { useToast } from './toasts'

/** Shows the current toast. It loads with the first page, so that it can still say that the server is gone. */
export function Toaster() {
  const toast = useToast()
  if (!toast?.open) return null
  const { id, kind, title, description } = toast
  return <ToastView key={id} {...{ kind, title, description }} />
}
