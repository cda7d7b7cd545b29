import { Alert } from '@mui/material'
import { useMemo } from 'react'
import { registrationApi } from '#contract/registration'
import { useConfig } from '../../../config'
import { usePublicTranslate } from '../../../i18n'
import { CheckedLink, DeadLink } from '../links/CheckedLink'
import { ForOwner } from '../links/ForOwner'
import { msg } from '../links/texts'
import { PublicPage } from '../PublicPage'
import { Registration } from './Registration'
import { takeMailLink } from './schemas'

/** Creates an account, or completes one that an invitation of an older server began. Rules, "Sign-up". */
export default function SignUpPage() {
  const translate = usePublicTranslate()
  const title = translate(msg('login.links.signUp.title'))
  const { signUp, sendsMail } = useConfig()
  const { link: invitation, isDamaged, email } = useMemo(() => takeMailLink(), [])
  const spaceId = new URLSearchParams(window.location.search).get('space_id')
  const dead = (
    <DeadLink
      title={translate(msg('login.links.signUp.title'))}
      email={email}
      text={translate(msg('login.links.signUp.deadLink'))}
    />
  )
  if (isDamaged) return dead
  if (!signUp && !invitation)
    return (
      <PublicPage title={title} backToLogin>
        <Alert severity="info">{translate(msg('login.links.signUp.byInvitation'))}</Alert>
      </PublicPage>
    )
  const asked = sendsMail ? msg('login.links.signUp.verify') : msg('login.links.noMail')
  const note = invitation ? msg('login.links.signUp.mayVerify') : asked
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
