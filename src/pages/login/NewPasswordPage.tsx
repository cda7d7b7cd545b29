import { Alert } from '@mui/material'
import { useEffect, useMemo } from 'react'
import { registrationApi } from '#contract/registration'
import { addresses } from '../../addresses'
import { toast } from '../../components/toast/toasts'
import { useConfig } from '../../config'
import { useClient } from '../../dataProvider/client'
import { usePublicTranslate } from '../../i18n'
import { goTo } from '../../navigation'
import { NEW_PASSWORD, PublicForm } from './PublicForm'
import { PublicPage } from './PublicPage'
import { newPasswordForm, takeMailLink } from './schemas'

/** Sets a new password with the link of a reset e-mail. Rules, "New password". */
export default function NewPasswordPage() {
  const translate = usePublicTranslate()
  const client = useClient()
  const { passwordLogin } = useConfig()
  const link = useMemo(() => takeMailLink(), [])
  useEffect(() => {
    if (link) return
    toast({ kind: 'error', title: translate('login.reset.invalidLink') })
    goTo(addresses.login, { replace: true })
  }, [link, translate])
  if (!link) return null
  if (!passwordLogin)
    return (
      <PublicPage title={translate('login.reset.title')} backToLogin>
        <Alert severity="info">{translate('login.noPasswords')}</Alert>
      </PublicPage>
    )
  return (
    <PublicPage title={translate('login.reset.title')} hint={link.email} backToLogin>
      <PublicForm
        fields={NEW_PASSWORD}
        schema={newPasswordForm}
        submit="login.reset.submit"
        failure={{ title: 'login.error', fallback: 'login.reset.failed', hideRefusal: true }}
        wayOn={{ to: addresses.forgotPassword, label: 'login.reset.again' }}
        onSubmit={({ password }) => {
          const body = { ...link, password }
          return client.request('PUT', registrationApi.resetPassword.path, { body, anonymous: true })
        }}
        done="login.reset.done"
        onDone={() => goTo(addresses.login, { replace: true, state: { email: link.email } })}
      />
    </PublicPage>
  )
}
