import { Alert, LinearProgress } from '@mui/material'
import { authApi } from '#contract/auth'
import { addresses } from '../../../addresses'
import { clearSession } from '../../../authProvider/session'
import { type Client, isSilent, NO_ANSWER, useClient } from '../../../dataProvider/client'
import { type PublicKey } from '../../../i18n'
import { goTo } from '../../../navigation'
import { PublicPage } from '../PublicPage'
import { takeFragmentToken } from '../schemas'
import { startSession } from '../signIn'
import { useOnce } from '../useOnce'
import { msg, useTranslate } from './texts'

/** Signs in with the token of the address, and continues; answers why that did not work. Never fails. */
async function recover(client: Client): Promise<{ failure?: PublicKey }> {
  const token = takeFragmentToken()
  if (token === null) return { failure: msg('login.links.setup.noToken') }
  const { path, answer } = authApi.recover
  try {
    clearSession()
    const { access_token } = await client.call(answer, 'POST', path, { body: { token }, anonymous: true })
    await startSession(client, access_token, false)
    goTo(addresses.security, { replace: true })
    return {}
  } catch (error) {
    return { failure: isSilent(error) ? NO_ANSWER : msg('login.links.recovery.failed') }
  }
}

/** Signs in a system administrator with the one-time link that the shell of the server's machine printed. */
export default function RecoveryPage() {
  const translate = useTranslate()
  const client = useClient()
  const failure = useOnce(() => recover(client))?.failure
  return (
    <PublicPage title={translate('login.links.recovery.title')} backToLogin>
      {failure === undefined ? (
        <LinearProgress aria-label={translate('common.loading')} />
      ) : (
        <Alert severity="error">{translate(failure)}</Alert>
      )}
    </PublicPage>
  )
}
