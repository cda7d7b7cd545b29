import { Button, Typography } from '@mui/material'
import { useState } from 'react'
import { useCapability, useConfig } from '../../config'
import { useClient } from '../../dataProvider/client'
import { usePublicTranslate } from '../../i18n'

interface PasskeyButtonProps {
  onDone: () => void
  onFailure: (error: unknown) => void
}

/** Signs in with a passkey, where the server and the browser can do it. It belongs into the form, whose choices it obeys. */
export function PasskeyButton({ onDone, onFailure }: PasskeyButtonProps) {
  const translate = usePublicTranslate()
  const client = useClient()
  const { passwordLogin } = useConfig()
  const hasPasskeys = useCapability('passkeys')
  const [busy, setBusy] = useState(false)
  const [note, setNote] = useState<string>()
  if (!hasPasskeys || !passwordLogin || !('PublicKeyCredential' in window)) return null

  async function signIn(form: HTMLFormElement | null) {
    setBusy(true)
    setNote(undefined)
    try {
      const remember = form !== null && new FormData(form).has('remember')
      const { signInWithPasskey, passkeyNote } = await import('./passkeySignIn')
      try {
        await signInWithPasskey(client, remember)
        onDone()
      } catch (error) {
        const told = passkeyNote(error, translate)
        if (told === undefined) throw error
        setNote(told)
      }
    } catch (error) {
      onFailure(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <Button
        variant="outlined"
        size="large"
        loading={busy}
        onClick={({ currentTarget }) => void signIn(currentTarget.form)}
      >
        {translate('login.passkey.signIn')}
      </Button>
      <Typography role="status" color="text.secondary" sx={{ '&:empty': { display: 'none' } }}>
        {note}
      </Typography>
    </>
  )
}
