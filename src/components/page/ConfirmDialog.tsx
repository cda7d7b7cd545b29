import type { ReactNode } from 'react'
import { lazyPart, PartFrame } from '../lazyPart'

const ConfirmDialogView = lazyPart(() => import('./ConfirmDialogView'))

export interface ConfirmDialogProps {
  open: boolean
  /** What is about to happen, as a question. */
  title: string
  /** What will be lost. */
  children: ReactNode
  /** Text of the button that does it. */
  confirmLabel: string
  /** Text of the button that leaves everything as it is; "Cancel" unless given. */
  closeLabel?: string
  /** Does it. While it runs the dialog is busy; when it fails the dialog stays, so show the error yourself. */
  onConfirm: () => void | Promise<void>
  onClose: () => void
}

/** Asks before something is lost. Its parts load when it opens for the first time. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  if (!props.open) return null
  return (
    <PartFrame onClose={props.onClose}>
      <ConfirmDialogView {...props} />
    </PartFrame>
  )
}
