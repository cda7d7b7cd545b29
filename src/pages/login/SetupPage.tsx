import { useState } from 'react'
import { authApi } from '#contract/auth'
import { addresses } from '../../addresses'
import { useClient } from '../../dataProvider/client'
import { usePublicTranslate } from '../../i18n'
import { goTo } from '../../navigation'
import { CheckedLink, DeadLink } from './CheckedLink'
import { EMAIL, NEW_PASSWORD, PublicForm } from './PublicForm'
import { PublicPage } from './PublicPage'
import { emailAndPasswordForm, takeFragmentToken } from './schemas'
import { startSession } from './signIn'

/** Creates the first system administrator; the one-time token is in the fragment, which no server log sees. */
export default function SetupPage() {
  const translate = usePublicTranslate()
  const client = useClient()
  const title = translate('login.setup.title')
  const [token] = useState(takeFragmentToken)
  if (!token) return <DeadLink title={title} text={translate('login.setup.noToken')} />
  const dead = <DeadLink title={title} text={translate('login.setup.deadLink')} />
  return (
    <CheckedLink title={title} by={authApi.checkSetup} proof={{ token }} dead={dead}>
      <PublicPage title={title} hint={translate('login.setup.hint')} backToLogin>
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
      </PublicPage>
    </CheckedLink>
  )
}
