import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material'
import { type ReactNode, useId, useState } from 'react'
import { useTranslate } from '../../i18n/translate'
import { useKeptPlace } from './TaskDialog'

export interface ConfirmDialogViewProps {
  /** What is about to happen, as a question. */
  title: string
  /** What will be lost. */
  children: ReactNode
  /** Text of the button that does it. */
  confirmLabel: string
  /** Text of the button that leaves everything as it is; "Cancel" unless given. */
  closeLabel?: string
  /**
   * Does it. While it runs the dialog is busy; when it fails the dialog stays, so show the error yourself. Without it
   * the dialog can only be closed.
   */
  onConfirm: (() => void | Promise<void>) | undefined
  onClose: () => void
}

/** The dialog behind `ConfirmDialog`. The focus starts on Cancel, so that Enter alone destroys nothing. */
export default function ConfirmDialogView(props: ConfirmDialogViewProps) {
  const { title, children, confirmLabel, closeLabel, onConfirm, onClose } = props
  const translate = useTranslate()
  const [busy, setBusy] = useState(false)
  const [titleId, textId] = [useId(), useId()]

  useKeptPlace()

  const confirm = async () => {
    setBusy(true)
    try {
      await onConfirm?.()
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      onClose={() => !busy && onClose()}
      role="alertdialog"
      aria-labelledby={titleId}
      aria-describedby={textId}
      maxWidth="xs"
      fullWidth
    >
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent>
        <DialogContentText id={textId} component="div">
          {children}
        </DialogContentText>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2, flexWrap: 'wrap' }}>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog takes the focus, and here on what harms nothing */}
        <Button autoFocus onClick={onClose} disabled={busy}>
          {closeLabel ?? translate(onConfirm ? 'page.cancel' : 'common.close')}
        </Button>
        {onConfirm && (
          <Button color="error" variant="contained" onClick={confirm} loading={busy}>
            {confirmLabel}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
