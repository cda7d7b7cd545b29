import { Box } from '@mui/material'
import { profileApi } from '#contract/profile'
import { PageHeader } from '../../../components/page'
import { useCapability, useConfig } from '../../../config'
import { useTranslate } from '../../../i18n/translate'
import { PasswordSection } from './PasswordSection'
import { SessionsSection } from './SessionsSection'

/** What protects the account of the signed-in person, and where it is signed in. */
export default function SecurityPage() {
  const translate = useTranslate()
  const { passwordLogin } = useConfig()
  const hasPassword = useCapability(profileApi.password.capability) && passwordLogin
  return (
    <Box sx={{ maxWidth: 800 }}>
      <PageHeader title={translate('profile.security.title')} />
      {/* In this order: password, passkeys, authenticator app, recovery codes, sessions. */}
      {hasPassword && <PasswordSection />}
      <SessionsSection />
    </Box>
  )
}
