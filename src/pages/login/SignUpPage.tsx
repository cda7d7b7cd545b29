import { Alert } from '@mui/material'
import { useMemo } from 'react'
import { registrationApi } from '#contract/registration'
import { useConfig } from '../../config'
import { usePublicTranslate } from '../../i18n'
import { CheckedLink, DeadLink } from './links/CheckedLink'
import { ForOwner } from './links/ForOwner'
import { PublicPage } from './PublicPage'
import { Registration } from './Registration'
import { takeMailLink } from './schemas'

/** Creates an account, or completes the one that an invitation of an older server began. Rules, "Sign-up". */
export default function SignUpPage() {
  const translate = usePublicTranslate()
  const title = translate('login.signUpPage.title')
  const { signUp } = useConfig()
  const { link: invitation, isDamaged, email } = useMemo(() => takeMailLink(), [])
  const spaceId = new URLSearchParams(window.location.search).get('space_id')
  const dead = (
    <DeadLink
      title={translate('login.signUpPage.title')}
      email={email}
      text={translate('login.signUpPage.deadLink')}
    />
  )
  if (isDamaged) return dead
  if (!signUp && !invitation)
    return (
      <PublicPage title={title} backToLogin>
        <Alert severity="info">{translate('login.signUpPage.byInvitation')}</Alert>
      </PublicPage>
    )
  const note = invitation ? 'login.signUpPage.mayVerify' : 'login.signUpPage.verify'
  const registration = <Registration {...{ title, note, invitation, spaceId }} />
  if (!invitation) return registration
  const { id, token } = invitation
  return (
    <CheckedLink title={title} by={registrationApi.invitation} proof={{ id, token }} dead={dead}>
      <ForOwner title={title} email={invitation.email}>
        {registration}
      </ForOwner>
    </CheckedLink>
  )
}
