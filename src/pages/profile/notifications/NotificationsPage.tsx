import { NOTICES_CAPABILITY } from '#contract/notices/capability'
import { pushApi } from '#contract/push'
import { addresses } from '../../../addresses'
import { PageHeader } from '../../../components/page'
import { Columns } from '../../../components/page/Columns'
import { NotFound } from '../../../components/page/NotFound'
import { Parents } from '../../../components/page/Parents'
import { useCapability } from '../../../config'
import { useTranslate } from '../texts'
import { EmailsSection } from './EmailsSection'
import { PushSection } from './PushSection'

/** Notifications of the signed-in person about alerts. Rules, "Alerts". */
export default function NotificationsPage() {
  const translate = useTranslate()
  const hasPush = useCapability(pushApi.read.capability)
  if (!useCapability(NOTICES_CAPABILITY)) return <NotFound />
  return (
    <>
      <PageHeader
        title={translate('layout.titles.notifications')}
        parents={<Parents of={[{ label: translate('layout.titles.profile'), to: addresses.profile }]} />}
      />
      <Columns>
        <EmailsSection />
        {hasPush && (
          // In its own height.
          <div>
            <PushSection />
          </div>
        )}
      </Columns>
    </>
  )
}
