import { useEffect, useMemo, useState } from 'react'
import { registrationApi } from '#contract/registration'
import { addresses } from '../../addresses'
import { toast } from '../../components/toast/toasts'
import { useClient } from '../../dataProvider/context'
import { usePublicTranslate } from '../../i18n'
import { goTo } from '../../navigation'
import { ProviderButtons } from './ProviderButtons'
import { EMAIL, NEW_PASSWORD, PublicForm } from './PublicForm'
import { PublicPage } from './PublicPage'
import { emailAndPasswordForm, newPasswordForm, readMailLink } from './schemas'

/** How long the success stays before the sign-in opens, in milliseconds. Spec 2, section 9. */
const REDIRECT_AFTER = 2000

const failure = { title: 'login.error', fallback: 'login.somethingWrong' } as const

/** Creates an account, or completes the one that an invitation began. Spec 2, section 2. */
export default function SignUpPage() {
  const translate = usePublicTranslate()
  const client = useClient()
  const invitation = useMemo(() => readMailLink(window.location.search), [])
  const [done, setDone] = useState(false)
  const spaceId = new URLSearchParams(window.location.search).get('space_id')

  async function register(email: string, password: string) {
    const { path } = invitation ? registrationApi.complete : registrationApi.create
    const { id, token } = invitation ?? { id: null, token: null }
    const body = { id, token, space_id: spaceId, email, provider: 'password', data: password }
    await client.request('POST', path, { body, anonymous: true })
    toast({ kind: 'success', title: translate('login.signUpPage.done') })
    setDone(true)
  }

  useEffect(() => {
    if (!done) return undefined
    const timer = setTimeout(() => goTo(addresses.login, { replace: true }), REDIRECT_AFTER)
    return () => clearTimeout(timer)
  }, [done])

  return (
    <PublicPage title={translate('login.signUpPage.title')} hint={invitation?.email} backToLogin>
      {invitation ? (
        <PublicForm
          fields={NEW_PASSWORD}
          schema={newPasswordForm}
          submit="login.signUp"
          failure={failure}
          onSubmit={({ password }) => register(invitation.email, password)}
        />
      ) : (
        <PublicForm
          fields={[EMAIL, ...NEW_PASSWORD]}
          schema={emailAndPasswordForm}
          submit="login.signUp"
          failure={failure}
          onSubmit={({ email, password }) => register(email, password)}
        />
      )}
      <ProviderButtons />
    </PublicPage>
  )
}
