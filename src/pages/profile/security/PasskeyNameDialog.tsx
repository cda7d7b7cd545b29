import { Button, DialogActions, DialogContent, DialogContentText, TextField } from '@mui/material'
import { type FormEvent, useRef, useState } from 'react'
import { passkeyNameSchema } from '#contract/secondFactor'
import { LoadingButton } from '../../../components/action/LoadingButton'
import { TaskDialog } from '../../../components/dialog/TaskDialog'
import { useTranslate } from '../texts'

interface PasskeyNameDialogProps {
  title: string
  /** Says what will happen. */
  hint?: string
  name: string
  confirmLabel: string
  /** Runs the action. Resolves to a reason for the person if it failed. */
  onConfirm: (name: string) => Promise<string | undefined>
  onClose: () => void
}

/** Asks for the name of a passkey. */
export function PasskeyNameDialog(props: PasskeyNameDialogProps) {
  const { title, hint, name: first, confirmLabel, onConfirm, onClose } = props
  const translate = useTranslate()
  const [name, setName] = useState(first)
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  const fail = (text: string | undefined) => {
    setFailure(text)
    if (text !== undefined) input.current?.focus()
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const checked = passkeyNameSchema.safeParse({ name }).data
    if (!checked) {
      fail(translate('profile.security.passkeys.nameMissing'))
      return
    }
    setBusy(true)
    setFailure(undefined)
    fail(await onConfirm(checked.name))
    setBusy(false)
  }

  return (
    <TaskDialog title={title} maxWidth="xs" onClose={() => !busy && onClose()}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <DialogContent>
          {hint && <DialogContentText sx={{ mb: 2 }}>{hint}</DialogContentText>}
          <TextField
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog takes the focus, here on its only input
            autoFocus
            fullWidth
            inputRef={input}
            label={translate('profile.security.passkeys.name')}
            value={name}
            onChange={({ target }) => setName(target.value)}
            onFocus={({ target }) => target.select()}
            error={failure !== undefined}
            helperText={failure}
            slotProps={{ htmlInput: { maxLength: 255 }, formHelperText: { role: 'alert' } }}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} disabled={busy}>
            {translate('page.cancel')}
          </Button>
          <LoadingButton type="submit" variant="contained" loading={busy}>
            {confirmLabel}
          </LoadingButton>
        </DialogActions>
      </form>
    </TaskDialog>
  )
}
