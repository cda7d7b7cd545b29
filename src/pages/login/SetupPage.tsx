import { Alert } from '@mui/material'
import { useState } from 'react'
import { authApi } from '#contract/auth'
import { addresses } from '../../addresses'
import { useClient } from '../../dataProvider/client'
import { usePublicTranslate } from '../../i18n'
import { goTo } from '../../navigation'
import { EMAIL, NEW_PASSWORD, PublicForm } from './PublicForm'
import { PublicPage } from './PublicPage'
import { emailAndPasswordForm, takeFragmentToken } from './schemas'
import { startSession } from './signIn'

/** Creates the first system administrator; the one-time token is in the fragment, which no server log sees. */
export default function SetupPage() {
  const translate = usePublicTranslate()
  const client = useClient()
  const [token] = useState(takeFragmentToken)
  return (
    <PublicPage title={translate('login.setup.title')} hint={translate('login.setup.hint')} backToLogin>
      {token ? (
        <PublicForm
          fields={[EMAIL, ...NEW_PASSWORD]}
          schema={emailAndPasswordForm}
          submit="login.setup.submit"
          failure={{ title: 'login.setup.failed' }}
          onSubmit={async ({ email, password }) => {
            const { path, answer } = authApi.setup
            const body = { token, email, password }
            const { access_token } = await client.call(answer, 'POST', path, { body, anonymous: true })
            await startSession(client, access_token, true)
          }}
          done="login.setup.done"
          onDone={() => goTo(addresses.spaces, { replace: true })}
        />
      ) : (
        <Alert severity="error">{translate('login.setup.noToken')}</Alert>
      )}
    </PublicPage>
  )
}
