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

/** How the signed-in person is notified of alerts. Rules, "Alerts". */
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
          // As high as it is.
          <div>
            <PushSection />
          </div>
        )}
      </Columns>
    </>
  )
}
