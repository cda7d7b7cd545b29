import { Alert } from '@mui/material'
import { useEffect, useMemo, useState } from 'react'
import { registrationApi } from '#contract/registration'
import { addresses, invitationAddress } from '../../addresses'
import { rememberPath } from '../../authProvider/session'
import { useConfig } from '../../config'
import { ApiError, useClient } from '../../dataProvider/client'
import { usePublicTranslate } from '../../i18n'
import { goTo } from '../../navigation'
import { ProviderButtons } from './ProviderButtons'
import { EMAIL, NEW_PASSWORD, PublicForm } from './PublicForm'
import { PublicPage } from './PublicPage'
import { emailAndPasswordForm, newPasswordForm, takeMailLink } from './schemas'

/** How long the success stays before the sign-in opens, in milliseconds. Rules, "Sign-up". */
const REDIRECT_AFTER = 2000

/** Creates an account, or completes the one that an invitation began. Rules, "Sign-up". */
export default function SignUpPage() {
  const translate = usePublicTranslate()
  const client = useClient()
  const { signUp, passwordLogin } = useConfig()
  const invitation = useMemo(() => takeMailLink(), [])
  const spaceId = new URLSearchParams(window.location.search).get('space_id')
  /** The account that was made. */
  const [made, setMade] = useState<{ email?: string }>()
  const [isDeadLink, setDeadLink] = useState(false)

  async function register({ email, password }: { email?: string; password: string }) {
    const { path } = invitation ? registrationApi.complete : registrationApi.create
    const account = { id: null, token: null, email, ...invitation, space_id: spaceId }
    const body = { ...account, provider: 'password', data: password }
    try {
      await client.request('POST', path, { body, anonymous: true })
    } catch (error) {
      setDeadLink(invitation !== null && error instanceof ApiError && error.status === 401)
      throw error
    }
    setMade({ email: account.email })
  }

  const note = invitation ? 'login.signUpPage.mayVerify' : 'login.signUpPage.verify'
  useEffect(() => {
    if (!made) return undefined
    if (spaceId) rememberPath(invitationAddress(spaceId))
    const goToLogin = () => goTo(addresses.login, { replace: true, state: { email: made.email, note } })
    const timer = setTimeout(goToLogin, REDIRECT_AFTER)
    return () => clearTimeout(timer)
  }, [made, note, spaceId])

  if (made)
    return (
      <PublicPage
        title={translate('login.signUpPage.title')}
        hint={made.email}
        backToLogin={{ email: made.email }}
      >
        <Alert severity="success">
          {translate('login.signUpPage.done')} {translate(note)}
        </Alert>
      </PublicPage>
    )
  if (!signUp && !invitation)
    return (
      <PublicPage title={translate('login.signUpPage.title')} backToLogin>
        <Alert severity="info">{translate('login.signUpPage.byInvitation')}</Alert>
      </PublicPage>
    )
  return (
    <PublicPage title={translate('login.signUpPage.title')} hint={invitation?.email} backToLogin>
      {isDeadLink && (
        <Alert severity="error" sx={{ mb: 3 }}>
          {translate('login.signUpPage.deadLink')}
        </Alert>
      )}
      {passwordLogin && (
        <PublicForm
          fields={invitation ? NEW_PASSWORD : [EMAIL, ...NEW_PASSWORD]}
          schema={invitation ? newPasswordForm : emailAndPasswordForm}
          submit="login.signUp"
          failure={{ title: 'login.error', fallback: 'login.somethingWrong' }}
          onSubmit={register}
          done="login.signUpPage.done"
        />
      )}
      <ProviderButtons errand={{ kind: 'signUp', invitation, spaceId }} />
    </PublicPage>
  )
}
