import { Alert } from '@mui/material'
import { useMemo } from 'react'
import { useConfig } from '../../config'
import { usePublicTranslate } from '../../i18n'
import { PublicPage } from './PublicPage'
import { Registration } from './Registration'
import { takeMailLink } from './schemas'

/** Creates an account, or completes the one that an invitation of an older server began. Rules, "Sign-up". */
export default function SignUpPage() {
  const translate = usePublicTranslate()
  const title = translate('login.signUpPage.title')
  const { signUp } = useConfig()
  const invitation = useMemo(() => takeMailLink(), [])
  const spaceId = new URLSearchParams(window.location.search).get('space_id')
  if (!signUp && !invitation)
    return (
      <PublicPage title={title} backToLogin>
        <Alert severity="info">{translate('login.signUpPage.byInvitation')}</Alert>
      </PublicPage>
    )
  const note = invitation ? 'login.signUpPage.mayVerify' : 'login.signUpPage.verify'
  return <Registration {...{ title, note, invitation, spaceId }} />
}
