import { Alert, LinearProgress } from '@mui/material'
import { useEffect, useRef, useState } from 'react'
import { authApi } from '#contract/auth'
import { addresses } from '../../addresses'
import { clearSession } from '../../authProvider/session'
import { isSilent, NO_ANSWER, useClient } from '../../dataProvider/client'
import { usePublicTranslate } from '../../i18n'
import { goTo } from '../../navigation'
import { PublicPage } from './PublicPage'
import { takeFragmentToken } from './schemas'
import { startSession } from './signIn'

/** Signs in a system administrator with the one-time link that the shell of the server's machine printed. */
export default function RecoveryPage() {
  const translate = usePublicTranslate()
  const client = useClient()
  const isBegun = useRef(false)
  const [failure, setFailure] = useState<string>()

  useEffect(() => {
    // The token is there once.
    if (isBegun.current) return
    isBegun.current = true
    const token = takeFragmentToken()
    const signIn = async () => {
      if (token === null) return setFailure(translate('login.setup.noToken'))
      const { path, answer } = authApi.recover
      try {
        clearSession()
        const { access_token } = await client.call(answer, 'POST', path, { body: { token }, anonymous: true })
        await startSession(client, access_token, false)
        goTo(addresses.security, { replace: true })
      } catch (error) {
        setFailure(translate(isSilent(error) ? NO_ANSWER : 'login.recovery.failed'))
      }
    }
    void signIn()
  }, [client, translate])

  return (
    <PublicPage title={translate('login.recovery.title')} backToLogin>
      {failure === undefined ? (
        <LinearProgress aria-label={translate('common.loading')} />
      ) : (
        <Alert severity="error">{failure}</Alert>
      )}
    </PublicPage>
  )
}
