import { Alert, Button } from '@mui/material'
import { useEffect, useMemo } from 'react'
import { registrationApi } from '#contract/registration'
import { addresses } from '../../../addresses'
import { clearSession } from '../../../authProvider/session'
import { newPasswordForm, usePasswordRule } from '../../../components/passwords'
import { toast } from '../../../components/toast/toasts'
import { useConfig } from '../../../config'
import { useClient } from '../../../dataProvider/client'
import { goTo, linkTo } from '../../../navigation'
import { NEW_PASSWORD, PublicForm } from '../PublicForm'
import { PublicPage } from '../PublicPage'
import { takeMailLink } from '../signUp/schemas'
import { CheckedLink, DeadLink } from './CheckedLink'
import { ForOwner } from './ForOwner'
import { msg, useTranslate } from './texts'

/** Sets a new password with the link from a reset e-mail. Rules, "New password". */
export default function NewPasswordPage() {
  const translate = useTranslate()
  const client = useClient()
  const { passwordLogin } = useConfig()
  const rule = usePasswordRule()
  const { link, email } = useMemo(() => takeMailLink(), [])
  useEffect(() => {
    if (link) return
    toast({ kind: 'error', title: translate('login.links.reset.invalidLink') })
    goTo(addresses.login, { replace: true, state: { email } })
  }, [link, email, translate])
  if (!link) return null
  const title = translate('login.links.reset.title')
  if (!passwordLogin)
    return (
      <PublicPage title={title} backToLogin>
        <Alert severity="info">{translate('login.noPasswords')}</Alert>
      </PublicPage>
    )
  const again = { to: addresses.forgotPassword, state: { email: link.email } }
  const dead = (
    <DeadLink title={title} email={link.email} text={translate('login.links.reset.deadLink')}>
      <Button variant="contained" size="large" fullWidth {...linkTo(again.to, again.state)}>
        {translate('login.links.reset.again')}
      </Button>
    </DeadLink>
  )
  return (
    <CheckedLink title={title} by={registrationApi.checkReset} proof={link} dead={dead}>
      <ForOwner title={title} email={link.email}>
        <PublicPage title={title} hint={link.email} backToLogin>
          <PublicForm
            fields={NEW_PASSWORD}
            account={link.email}
            schema={newPasswordForm(rule.schema)}
            submit={msg('login.links.reset.submit')}
            failure={{ title: 'login.error', fallback: msg('login.links.reset.failed'), hideRefusal: true }}
            wayOn={{ ...again, label: msg('login.links.reset.again') }}
            onSubmit={async ({ password }) => {
              const body = { ...link, password }
              await client.request('PUT', registrationApi.resetPassword.path, { body, anonymous: true })
              // The new password has ended all sessions of the owner.
              clearSession()
            }}
            done={msg('login.links.reset.done')}
            onDone={() => goTo(addresses.login, { replace: true, state: { email: link.email } })}
          />
        </PublicPage>
      </ForOwner>
    </CheckedLink>
  )
}
