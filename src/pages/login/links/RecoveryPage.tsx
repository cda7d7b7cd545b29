import { Alert } from '@mui/material'
import { useState } from 'react'
import { authApi } from '#contract/auth'
import { addresses } from '../../../addresses'
import { clearSession } from '../../../authProvider/session'
import { LoadingButton } from '../../../components/action/LoadingButton'
import { type Client, isUnreachable, NO_ANSWER, useClient } from '../../../dataProvider/client'
import type { PublicKey } from '../../../i18n'
import { goTo } from '../../../navigation'
import { PublicPage } from '../PublicPage'
import { startSession } from '../signIn/signIn'
import { takeFragmentToken } from '../signUp/schemas'
import { msg, useTranslate } from './texts'

/** Signs in with the token of the link, and continues; returns why that failed. Never fails. */
async function recover(client: Client, token: string): Promise<PublicKey | undefined> {
  const { path, answer } = authApi.recover
  try {
    clearSession()
    const { access_token } = await client.call(answer, 'POST', path, { body: { token }, anonymous: true })
    await startSession(client, access_token, false)
    goTo(addresses.security, { replace: true })
    return undefined
  } catch (error) {
    return isUnreachable(error) ? NO_ANSWER : msg('login.links.recovery.failed')
  }
}

/** Signs in a system administrator with the one-time link that a shell on the server printed. */
export default function RecoveryPage() {
  const translate = useTranslate()
  const client = useClient()
  const [token] = useState(takeFragmentToken)
  const [failure, setFailure] = useState<PublicKey | undefined>(
    token === null ? msg('login.links.setup.noToken') : undefined,
  )
  const [busy, setBusy] = useState(false)
  async function signIn(own: string) {
    setBusy(true)
    setFailure(await recover(client, own))
    setBusy(false)
  }
  return (
    <PublicPage title={translate('login.links.recovery.title')} backToLogin>
      {failure !== undefined && !busy && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {translate(failure)}
        </Alert>
      )}
      {token !== null && (
        // Link previews may open a pasted link before the person does.
        <LoadingButton
          fullWidth
          variant="contained"
          size="large"
          loading={busy}
          onClick={() => void signIn(token)}
        >
          {translate('login.submit')}
        </LoadingButton>
      )}
    </PublicPage>
  )
}
