import { Typography } from '@mui/material'
import { useEffect, useState } from 'react'
import { LoadingButton } from '../../../components/action/LoadingButton'
import { dismissToast } from '../../../components/toast/toasts'
import { useCapability, useConfig } from '../../../config'
import { useClient } from '../../../dataProvider/client'
import { usePublicTranslate } from '../../../i18n'
import { localKeeper } from '../../../storage'
import { PASSKEY_USED_KEY } from './signIn'

interface PasskeyButtonProps {
  /** Whether the session outlives the browser. */
  remember: boolean
  onDone: () => void
  onFailure: (error: unknown) => void
}

/** Whether the server and the browser support passkeys for the sign-in. */
export function useHasPasskeys(): boolean {
  const { passwordLogin } = useConfig()
  const hasPasskeys = useCapability('passkeys')
  return hasPasskeys && passwordLogin && 'PublicKeyCredential' in window
}

export function PasskeyButton({ remember, onDone, onFailure }: PasskeyButtonProps) {
  const translate = usePublicTranslate()
  const client = useClient()
  const [busy, setBusy] = useState(false)
  const [note, setNote] = useState<string>()

  useEffect(() => {
    // Each offer needs a challenge, and the server limits challenges per address.
    if (!localKeeper.getItem(PASSKEY_USED_KEY)) return undefined
    const ending = new AbortController()
    import('./passkeySignIn')
      .then(({ offerPasskeys }) => offerPasskeys(client, remember, ending.signal, onDone))
      .catch(onFailure)
    return () => ending.abort()
    // oxlint-disable-next-line react/exhaustive-deps -- the callbacks do the same in every render
  }, [client, remember])

  async function signIn() {
    dismissToast()
    setBusy(true)
    setNote(undefined)
    try {
      const { signInWithPasskey } = await import('./passkeySignIn')
      const passkeyText = await signInWithPasskey(client, remember, translate)
      if (passkeyText === undefined) onDone()
      setNote(passkeyText)
    } catch (error) {
      onFailure(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <LoadingButton variant="outlined" loading={busy} onClick={() => void signIn()}>
        {translate('login.passkey.signIn')}
      </LoadingButton>
      <Typography role="status" color="text.secondary" sx={{ '&:empty': { display: 'none' } }}>
        {note}
      </Typography>
    </>
  )
}
