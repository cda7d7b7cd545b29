import { lazyPart, PartFrame } from '../lazyPart'
import type { ConfirmDialogViewProps } from './ConfirmDialogView'

const ConfirmDialogView = lazyPart(() => import('./ConfirmDialogView'))

/** Asks before something is lost. Its parts load when it first opens. */
export function ConfirmDialog({ open, ...props }: ConfirmDialogViewProps & { open: boolean }) {
  if (!open) return null
  return (
    <PartFrame onClose={props.onClose}>
      <ConfirmDialogView {...props} />
    </PartFrame>
  )
}
