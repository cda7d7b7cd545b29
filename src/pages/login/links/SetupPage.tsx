import { useState } from 'react'
import { authApi } from '#contract/auth'
import { addresses } from '../../../addresses'
import { usePasswordRule } from '../../../components/passwords'
import { useClient } from '../../../dataProvider/client'
import { goTo } from '../../../navigation'
import { EMAIL, NEW_PASSWORD, PublicForm } from '../PublicForm'
import { PublicPage } from '../PublicPage'
import { startSession } from '../signIn/signIn'
import { emailAndPasswordForm, takeFragmentToken } from '../signUp/schemas'
import { CheckedLink, DeadLink } from './CheckedLink'
import { msg, useTranslate } from './texts'

/** Creates the first system administrator; the one-time token is in the fragment, which reaches no server log. */
export default function SetupPage() {
  const translate = useTranslate()
  const client = useClient()
  const rule = usePasswordRule()
  const title = translate('login.links.setup.title')
  const [token] = useState(takeFragmentToken)
  if (!token) return <DeadLink title={title} text={translate('login.links.setup.noToken')} />
  const dead = <DeadLink title={title} text={translate('login.links.setup.deadLink')} />
  return (
    <CheckedLink title={title} by={authApi.checkSetup} proof={{ token }} dead={dead}>
      <PublicPage title={title} hint={translate('login.links.setup.hint')} backToLogin>
        <PublicForm
          fields={[EMAIL, ...NEW_PASSWORD]}
          schema={emailAndPasswordForm(rule.schema)}
          submit={msg('login.links.setup.submit')}
          failure={{ title: msg('login.links.setup.failed') }}
          onSubmit={async ({ email, password }) => {
            const { path, answer } = authApi.setup
            const body = { token, email, password }
            const { access_token } = await client.call(answer, 'POST', path, { body, anonymous: true })
            await startSession(client, access_token, true)
          }}
          done={msg('login.links.setup.done')}
          onDone={() => goTo(addresses.spaces, { replace: true })}
        />
      </PublicPage>
    </CheckedLink>
  )
}
