import { Box } from '@mui/material'
import { PageHeader } from '../../../components/page'
import { useTranslate } from '../../../i18n/translate'
import { SessionsSection } from './SessionsSection'

/** What protects the account of the signed-in person, and where it is signed in. */
export default function SecurityPage() {
  const translate = useTranslate()
  return (
    <Box sx={{ maxWidth: 800 }}>
      <PageHeader title={translate('profile.security.title')} />
      {/* In this order: password, passkeys, authenticator app, recovery codes, sessions. */}
      <SessionsSection />
    </Box>
  )
}
