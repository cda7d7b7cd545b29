import { Alert, Stack } from '@mui/material'
import { type ReactNode, useEffect, useState } from 'react'
import { registrationApi } from '#contract/registration'
import { addresses, invitationAddress } from '../../../addresses'
import { rememberPath } from '../../../authProvider/session'
import { newPasswordForm, usePasswordRule } from '../../../components/passwords'
import { useConfig } from '../../../config'
import { ApiError, useClient } from '../../../dataProvider/client'
import { type PublicKey, usePublicTranslate } from '../../../i18n'
import { goTo } from '../../../navigation'
import { isStorageBlocked } from '../../../storage'
import StorageNote from '../links/StorageNote'
import { msg } from '../links/texts'
import { ProviderButtons } from '../ProviderButtons'
import { EMAIL, NEW_PASSWORD, PublicForm } from '../PublicForm'
import { PublicPage } from '../PublicPage'
import { emailAndPasswordForm } from './schemas'

/** Milliseconds for which the success stays before the sign-in opens. Rules, "Sign-up". */
const REDIRECT_AFTER = 2000

interface RegistrationProps {
  title: string
  /** Says what to do before the sign-in. */
  note?: PublicKey
  /** The link of the invitation that the registration completes. */
  invitation: { id: string; token: string; email: string } | null
  /** The space of the invitation. */
  spaceId: string | null
  /** Content before and after the form. */
  children?: ReactNode
  end?: ReactNode
}

/** Page that creates an account, or completes one that an invitation began. Rules, "Sign-up". */
export function Registration({ title, note, invitation, spaceId, children, end }: RegistrationProps) {
  const translate = usePublicTranslate()
  const client = useClient()
  const { passwordLogin } = useConfig()
  const rule = usePasswordRule()
  /** The new account. */
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

  useEffect(() => {
    if (!made) return undefined
    if (spaceId) rememberPath(invitationAddress(spaceId))
    const goToLogin = () => goTo(addresses.login, { replace: true, state: { email: made.email, note } })
    const timer = setTimeout(goToLogin, REDIRECT_AFTER)
    return () => clearTimeout(timer)
  }, [made, note, spaceId])

  if (made)
    return (
      <PublicPage title={title} hint={made.email} backToLogin={{ email: made.email }}>
        <Alert severity="success">
          <span>{translate(msg('login.links.signUp.done'))}</span> {note && <span>{translate(note)}</span>}
        </Alert>
      </PublicPage>
    )
  return (
    <PublicPage title={title} hint={invitation?.email} backToLogin>
      {isStorageBlocked() && <StorageNote />}
      {isDeadLink && (
        <Alert severity="error" sx={{ mb: 3 }}>
          {translate(msg('login.links.signUp.deadLink'))}
        </Alert>
      )}
      {children}
      {passwordLogin && (
        <PublicForm
          fields={invitation ? NEW_PASSWORD : [EMAIL, ...NEW_PASSWORD]}
          account={invitation?.email}
          schema={(invitation ? newPasswordForm : emailAndPasswordForm)(rule.schema)}
          submit="login.signUp"
          failure={{ title: 'login.error', fallback: 'login.somethingWrong' }}
          onSubmit={register}
          done={msg('login.links.signUp.done')}
        />
      )}
      <ProviderButtons errand={{ kind: 'signUp', invitation, spaceId }} />
      {end && <Stack sx={{ mt: 2 }}>{end}</Stack>}
    </PublicPage>
  )
}
