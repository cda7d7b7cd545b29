import { NOTICES_CAPABILITY } from '#contract/notices/capability'
import { addresses } from '../../../addresses'
import { PageHeader } from '../../../components/page'
import { NotFound } from '../../../components/page/NotFound'
import { Parents } from '../../../components/page/Parents'
import { useCapability } from '../../../config'
import { useTranslate } from '../texts'
import { EmailsSection } from './EmailsSection'

/** How the signed-in person is told of alerts. Rules, "Alerts". */
export default function NotificationsPage() {
  const translate = useTranslate()
  if (!useCapability(NOTICES_CAPABILITY)) return <NotFound />
  return (
    <>
      <PageHeader
        title={translate('layout.titles.notifications')}
        parents={<Parents of={[{ label: translate('layout.titles.profile'), to: addresses.profile }]} />}
      />
      <EmailsSection />
    </>
  )
}
