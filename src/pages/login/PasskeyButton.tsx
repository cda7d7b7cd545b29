import { Button, Typography } from '@mui/material'
import { useState } from 'react'
import { useCapability } from '../../config'
import { useClient } from '../../dataProvider/client'
import { usePublicTranslate } from '../../i18n'

interface PasskeyButtonProps {
  remember: boolean
  onDone: () => void
  onFailure: (error: unknown) => void
}

/** Signs in with a passkey, where the server and the browser can do it. */
export function PasskeyButton({ remember, onDone, onFailure }: PasskeyButtonProps) {
  const translate = usePublicTranslate()
  const client = useClient()
  const hasPasskeys = useCapability('passkeys')
  const [busy, setBusy] = useState(false)
  const [note, setNote] = useState<string>()
  if (!hasPasskeys || !('PublicKeyCredential' in window)) return null

  async function signIn() {
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
      <Button variant="outlined" size="large" loading={busy} onClick={() => void signIn()}>
        {translate('login.passkey.signIn')}
      </Button>
      <Typography role="status" color="text.secondary" sx={{ '&:empty': { display: 'none' } }}>
        {note}
      </Typography>
    </>
  )
}
