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
  /** What is about to happen, as a question. */
  title: string
  /** What will be lost. */
  children: ReactNode
  /** Text of the button that does it. */
  confirmLabel: string
  /** Text of the button that leaves everything as it is; "Cancel" unless given. */
  closeLabel?: string
  /**
   * The action. While it runs the dialog is busy. When it fails the dialog stays, so show the error yourself. Without
   * it the dialog can only be closed.
   */
  onConfirm: (() => void | Promise<void>) | undefined
  onClose: () => void
  /** Nothing is lost: the button does not warn. */
  isHarmless?: boolean
  /** What must be typed before, as it is seen: the name of what is lost for good. */
  typedName?: string
}

/** Spaces at the ends, several in a row, and how an accent is coded cannot be seen, so they need not be typed. */
const seen = (name: string) => name.normalize().trim().replaceAll(/\s+/g, ' ')

interface NameFieldProps {
  name: string
  value: string
  onChange: (typed: string) => void
  readOnly: boolean
}

/** Asks for the name of what is lost. */
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
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog takes the focus, and typing here is what comes next
        autoFocus
        autoComplete="off"
        size="small"
        fullWidth
        slotProps={{ htmlInput: { readOnly, spellCheck: false, autoCapitalize: 'none', autoCorrect: 'off' } }}
      />
    </Box>
  )
}

/** The dialog behind `ConfirmDialog`. The focus starts on the name to type or on Cancel, so that Enter alone destroys nothing. */
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
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog takes the focus, and here on what harms nothing */}
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
