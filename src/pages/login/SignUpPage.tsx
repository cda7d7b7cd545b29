import { useEffect, useMemo, useState } from 'react'
import { registrationApi } from '#contract/registration'
import { addresses } from '../../addresses'
import { useClient } from '../../dataProvider/client'
import { usePublicTranslate } from '../../i18n'
import { goTo } from '../../navigation'
import { ProviderButtons } from './ProviderButtons'
import { EMAIL, NEW_PASSWORD, PublicForm } from './PublicForm'
import { PublicPage } from './PublicPage'
import { emailAndPasswordForm, newPasswordForm, readMailLink } from './schemas'

/** How long the success stays before the sign-in opens, in milliseconds. Spec 2, section 9. */
const REDIRECT_AFTER = 2000

/** Creates an account, or completes the one that an invitation began. Spec 2, section 2. */
export default function SignUpPage() {
  const translate = usePublicTranslate()
  const client = useClient()
  const invitation = useMemo(() => readMailLink(window.location.search), [])
  const [isDone, setDone] = useState(false)

  function register({ email, password }: { email?: string; password: string }) {
    const { path } = invitation ? registrationApi.complete : registrationApi.create
    const spaceId = new URLSearchParams(window.location.search).get('space_id')
    const account = { id: null, token: null, email, ...invitation, space_id: spaceId }
    const body = { ...account, provider: 'password', data: password }
    return client.request('POST', path, { body, anonymous: true })
  }

  useEffect(() => {
    if (!isDone) return undefined
    const timer = setTimeout(() => goTo(addresses.login, { replace: true }), REDIRECT_AFTER)
    return () => clearTimeout(timer)
  }, [isDone])

  return (
    <PublicPage title={translate('login.signUpPage.title')} hint={invitation?.email} backToLogin>
      <PublicForm
        fields={invitation ? NEW_PASSWORD : [EMAIL, ...NEW_PASSWORD]}
        schema={invitation ? newPasswordForm : emailAndPasswordForm}
        submit="login.signUp"
        failure={{ title: 'login.error', fallback: 'login.somethingWrong' }}
        onSubmit={register}
        done="login.signUpPage.done"
        onDone={() => setDone(true)}
      />
      <ProviderButtons />
    </PublicPage>
  )
}
