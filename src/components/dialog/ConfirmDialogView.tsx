import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  TextField,
} from '@mui/material'
import { type ReactNode, useId, useState } from 'react'
import { useTranslate } from '../../i18n/translate'
import { ReasonButton } from '../action/PermissionButton'
import { useKeptPlace } from './TaskDialog'

export interface ConfirmDialogViewProps {
  /** The question. */
  title: string
  /** What will be lost. */
  children: ReactNode
  /** Text of the confirm button. */
  confirmLabel: string
  /** Text of the cancel button; "Cancel" by default. */
  closeLabel?: string
  /**
   * The action. The dialog is busy while it runs and stays open if it fails, so show the error yourself. Without an
   * action, the dialog can only be closed.
   */
  onConfirm: (() => void | Promise<void>) | undefined
  onClose: () => void
  /** Nothing is lost, so the button has no warning colour. */
  isHarmless?: boolean
  /** A name that the person must type first, for things that are lost for good. */
  typedName?: string
}

/** Normalizes a name as it looks: spaces at the ends, repeated spaces and the encoding of accents are invisible. */
const seen = (name: string) => name.normalize().trim().replaceAll(/\s+/g, ' ')

interface NameFieldProps {
  name: string
  value: string
  onChange: (typed: string) => void
  readOnly: boolean
}

/** Asks the person to type the name of the thing to be lost. */
function NameField({ name, value, onChange, readOnly }: NameFieldProps) {
  const translate = useTranslate()
  const id = useId()
  return (
    <Box sx={{ mt: 2 }}>
      <Box component="label" htmlFor={id} sx={{ display: 'block', mb: 1, overflowWrap: 'anywhere' }}>
        {translate('page.typeName', { name })}
      </Box>
      <TextField
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog takes the focus, and typing is the next step
        autoFocus
        autoComplete="off"
        size="small"
        fullWidth
        slotProps={{ htmlInput: { readOnly, spellCheck: false, autoCapitalize: 'none', autoCorrect: 'off' } }}
      />
    </Box>
  )
}

/** The dialog behind `ConfirmDialog`. It focuses the name field or Cancel, so that Enter alone destroys nothing. */
export default function ConfirmDialogView(props: ConfirmDialogViewProps) {
  const { title, children, confirmLabel, closeLabel, onConfirm, onClose, isHarmless, typedName } = props
  const translate = useTranslate()
  const [busy, setBusy] = useState(false)
  const [typed, setTyped] = useState('')
  const [titleId, textId] = [useId(), useId()]

  const asksName = onConfirm !== undefined && typedName !== undefined
  const isUnlocked = !asksName || seen(typed) === seen(typedName)

  useKeptPlace()

  const confirm = async () => {
    if (busy || !isUnlocked) return
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
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          // The page behind may be a form.
          event.stopPropagation()
          void confirm()
        }}
        style={{ display: 'contents' }}
      >
        <DialogContent>
          <DialogContentText id={textId} component="div">
            {children}
          </DialogContentText>
          {asksName && <NameField name={typedName} value={typed} onChange={setTyped} readOnly={busy} />}
        </DialogContent>
        <DialogActions>
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog takes the focus, here on the harmless button */}
          <Button autoFocus={!asksName} onClick={onClose} disabled={busy}>
            {closeLabel ?? translate(onConfirm ? 'page.cancel' : 'common.close')}
          </Button>
          {onConfirm && (
            <ReasonButton
              type="submit"
              color={isHarmless ? 'primary' : 'error'}
              variant="contained"
              loading={busy}
              reason={isUnlocked ? null : translate('page.typeName', { name: typedName })}
            >
              {confirmLabel}
            </ReasonButton>
          )}
        </DialogActions>
      </form>
    </Dialog>
  )
}
