import { Button, Typography } from '@mui/material'
import { useState } from 'react'
import { dismissToast } from '../../components/toast/toasts'
import { useCapability, useConfig } from '../../config'
import { useClient } from '../../dataProvider/client'
import { usePublicTranslate } from '../../i18n'

interface PasskeyButtonProps {
  /** Whether the session outlives the browser. */
  remember: boolean
  onDone: () => void
  onFailure: (error: unknown) => void
}

/** Whether the server and the browser can sign in with passkeys. */
export function useHasPasskeys(): boolean {
  const { passwordLogin } = useConfig()
  const hasPasskeys = useCapability('passkeys')
  return hasPasskeys && passwordLogin && 'PublicKeyCredential' in window
}

/** Signs in with a passkey. */
export function PasskeyButton({ remember, onDone, onFailure }: PasskeyButtonProps) {
  const translate = usePublicTranslate()
  const client = useClient()
  const [busy, setBusy] = useState(false)
  const [note, setNote] = useState<string>()

  async function signIn() {
    dismissToast()
    setBusy(true)
    setNote(undefined)
    try {
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
      <Button variant="outlined" loading={busy} onClick={() => void signIn()}>
        {translate('login.passkey.signIn')}
      </Button>
      <Typography role="status" color="text.secondary" sx={{ '&:empty': { display: 'none' } }}>
        {note}
      </Typography>
    </>
  )
}
