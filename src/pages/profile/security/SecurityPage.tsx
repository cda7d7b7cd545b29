import { profileApi } from '#contract/profile'
import { type Security, secondFactorApi } from '#contract/secondFactor'
import { addresses } from '../../../addresses'
import { Loaded, Outline, PageHeader } from '../../../components/page'
import { Columns } from '../../../components/page/Columns'
import { NotFound } from '../../../components/page/NotFound'
import { Parents } from '../../../components/page/Parents'
import { useCapability, useConfig, useHasSecurity } from '../../../config'
import { useAnswer } from '../../../dataProvider/answers'
import { useTranslate } from '../texts'
import { AuthenticatorSection } from './AuthenticatorSection'
import { PasskeysSection } from './PasskeysSection'
import { PasswordSection } from './PasswordSection'
import { RecoveryCodesSection } from './RecoveryCodesSection'
import { RequiredNotice, useGoOn } from './RequiredNotice'
import { SessionsSection } from './SessionsSection'
import { hasFactor, lacksFactor, useSecurity } from './useSecurity'

/** Shows all sections at once, so that none moves another. `security` is null if the server has no second factors. */
function Sections({ security }: { security: Security | null }) {
  const next = useGoOn(security)
  const { passwordLogin } = useConfig()
  const canSetPassword = useCapability(profileApi.password.capability) && passwordLogin
  // If people only sign in at providers, a second factor does nothing, but an existing one can be removed.
  const offersFactors = security && (passwordLogin || security.is_required || hasFactor(security))
  // The server refuses the call until a required second factor is set up.
  const hasPassword = canSetPassword && !(security && lacksFactor(security))
  const password = useAnswer(profileApi.password, { enabled: hasPassword })
  // A person who has just set up a factor is reading the codes.
  if (password.isLoading && !next.wasLacking) return <Outline />
  return (
    <>
      {security && <RequiredNotice security={security} {...next} />}
      <Columns>
        {hasPassword && <PasswordSection query={password} />}
        {offersFactors && (
          <div>
            <PasskeysSection security={security} onSetUp={next.goOn} />
            <AuthenticatorSection security={security} onSetUp={next.goOn} />
            <RecoveryCodesSection security={security} />
          </div>
        )}
      </Columns>
      <SessionsSection />
    </>
  )
}

const LoadedSections = () => (
  <Loaded query={useSecurity()}>{(security) => <Sections security={security} />}</Loaded>
)

/** Protection of the signed-in person's account, and its sessions. */
export default function SecurityPage() {
  const translate = useTranslate()
  const hasFactors = useCapability(secondFactorApi.read.capability)
  if (!useHasSecurity()) return <NotFound />
  return (
    <>
      <PageHeader
        title={translate('layout.titles.security')}
        parents={<Parents of={[{ label: translate('layout.titles.profile'), to: addresses.profile }]} />}
      />
      {hasFactors ? <LoadedSections /> : <Sections security={null} />}
    </>
  )
}
