import { Box } from '@mui/material'
import { type Security, secondFactorApi } from '#contract/secondFactor'
import { addresses } from '../../../addresses'
import { Loaded, PageHeader } from '../../../components/page'
import { useCapability } from '../../../config'
import { useTranslate } from '../../../i18n/translate'
import { AuthenticatorSection } from './AuthenticatorSection'
import { PasskeysSection } from './PasskeysSection'
import { RecoveryCodesSection } from './RecoveryCodesSection'
import { RequiredNotice, useGoOn } from './RequiredNotice'
import { SessionsSection } from './SessionsSection'
import { useSecurity } from './useSecurity'

/** The second factors of the account. */
function SecondFactors({ security }: { security: Security }) {
  const next = useGoOn(security)
  return (
    <>
      <RequiredNotice security={security} {...next} />
      <PasskeysSection security={security} onSetUp={next.goOn} />
      <AuthenticatorSection security={security} onSetUp={next.goOn} />
      <RecoveryCodesSection security={security} />
    </>
  )
}

const LoadedFactors = () => (
  <Loaded query={useSecurity()}>{(security) => security && <SecondFactors security={security} />}</Loaded>
)

/** What protects the account of the signed-in person, and where it is signed in. */
export default function SecurityPage() {
  const translate = useTranslate()
  const hasFactors = useCapability(secondFactorApi.read.capability)
  return (
    <Box sx={{ maxWidth: 800 }}>
      <PageHeader
        title={translate('profile.security.title')}
        parents={[{ label: translate('profile.title'), to: addresses.profile }]}
      />
      {hasFactors && <LoadedFactors />}
      <SessionsSection />
    </Box>
  )
}
