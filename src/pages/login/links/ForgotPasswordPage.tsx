import { Alert } from '@mui/material'
import { useState } from 'react'
import { registrationApi } from '#contract/registration'
import { useConfig } from '../../../config'
import { useClient } from '../../../dataProvider/client'
import { EMAIL, PublicForm } from '../PublicForm'
import { PublicPage } from '../PublicPage'
import { knownState } from '../signIn/signIn'
import { forgotPasswordForm } from '../signUp/schemas'
import { msg, useTranslate } from './texts'

/** Asks for a reset e-mail. Rules, "New password". */
export default function ForgotPasswordPage() {
  const translate = useTranslate()
  const client = useClient()
  const { passwordLogin, sendsMail } = useConfig()
  /** Address of the latest e-mail. */
  const [{ email: known }] = useState(knownState)
  const [sentTo, setSentTo] = useState<string>()
  if (!passwordLogin)
    return (
      <PublicPage title={translate('login.links.forgotten.title')} backToLogin>
        <Alert severity="info">{translate('login.noPasswords')}</Alert>
      </PublicPage>
    )
  return (
    <PublicPage
      title={translate('login.links.forgotten.title')}
      hint={translate(sendsMail ? 'login.links.forgotten.hint' : 'login.links.noMail')}
      backToLogin={{ email: sentTo ?? known }}
    >
      <PublicForm
        fields={[EMAIL]}
        initial={{ email: known }}
        schema={forgotPasswordForm}
        submit={msg(sendsMail ? 'login.links.forgotten.submit' : 'login.links.forgotten.ask')}
        failure={{ title: 'login.error', fallback: 'login.somethingWrong' }}
        done={msg(sendsMail ? 'login.links.forgotten.done' : 'login.links.forgotten.asked')}
        onSubmit={async (body) => {
          setSentTo(undefined)
          await client.request('POST', registrationApi.forgotPassword.path, { body, anonymous: true })
          setSentTo(body.email)
        }}
      />
      {sentTo !== undefined && (
        <Alert severity={sendsMail ? 'success' : 'warning'} sx={{ mt: 2, overflowWrap: 'anywhere' }}>
          {translate(sendsMail ? 'login.links.forgotten.sent' : 'login.links.noMail', { email: sentTo })}
        </Alert>
      )}
    </PublicPage>
  )
}
