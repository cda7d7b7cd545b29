import { registrationApi } from '#contract/registration'
import { useClient } from '../../dataProvider/client'
import { usePublicTranslate } from '../../i18n'
import { EMAIL, PublicForm } from './PublicForm'
import { PublicPage } from './PublicPage'
import { forgotPasswordForm } from './schemas'

/** Asks for a reset e-mail. Spec 1, section 2, "Forgot-password screen". */
export default function ForgotPasswordPage() {
  const translate = usePublicTranslate()
  const client = useClient()
  return (
    <PublicPage
      title={translate('login.forgotten.title')}
      hint={translate('login.forgotten.hint')}
      backToLogin
    >
      <PublicForm
        fields={[EMAIL]}
        schema={forgotPasswordForm}
        submit="login.forgotten.submit"
        failure={{ title: 'login.error', fallback: 'login.somethingWrong' }}
        done="login.forgotten.done"
        onSubmit={(body) =>
          client.request('POST', registrationApi.forgotPassword.path, { body, anonymous: true })
        }
      />
    </PublicPage>
  )
}
