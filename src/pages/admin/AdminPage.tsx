import { installationApi, routinesApi } from '#contract/admin'
import { OVERVIEW_CAPABILITY } from '#contract/overview/capability'
import { PageHeader, PageNameProvider } from '../../components/page'
import { type RecordTab, RecordTabs } from '../../components/resource/RecordPage'
import { useCapability } from '../../config'
import { OverviewTab } from './OverviewTab'
import { ServerTab } from './ServerTab'
import { SettingsTab } from './SettingsTab'
import { msg, useTranslate } from './texts'

const OVERVIEW: RecordTab = { id: 'overview', label: msg('admin.tabs.overview'), Panel: OverviewTab }
const SERVER: RecordTab = { id: 'server', label: msg('admin.server'), Panel: ServerTab }
const SETTINGS: RecordTab = { id: 'settings', label: msg('admin.tabs.settings'), Panel: SettingsTab }

/**
 * First page of the admin area: state of the installation, the server's work if it reports it, and settings. Rules,
 * "Admin area".
 */
export default function AdminPage() {
  const title = useTranslate()('layout.admin.title')
  const hasState = useCapability(installationApi.get.capability)
  const hasOverview = useCapability(OVERVIEW_CAPABILITY)
  const hasRoutines = useCapability(routinesApi.list.capability)
  const reportTabs = [
    ...(hasState || hasOverview ? [OVERVIEW] : []),
    ...(hasState || hasRoutines ? [SERVER] : []),
  ]
  const [first, ...others] = [...reportTabs, SETTINGS]
  return (
    <>
      <PageHeader title={title} />
      <PageNameProvider value={title}>
        <RecordTabs label={title} tabs={[first, ...others]} />
      </PageNameProvider>
    </>
  )
}
