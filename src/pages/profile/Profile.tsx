import { Box, Tab, Tabs } from '@mui/material'
import { useSearchParams } from 'react-router-dom'
import { PageHeader } from '../../components/page'
import { useTranslate } from '../../i18n/translate'
import { ProfileTab } from './ProfileTab'
import { SettingsTab } from './SettingsTab'

const TABS = ['profile', 'settings'] as const

/** Profile and settings; the tab is in the address. Spec 1, section 2. */
export default function Profile() {
  const translate = useTranslate()
  const [search, setSearch] = useSearchParams()
  const tab = search.get('tab') === 'settings' ? 'settings' : 'profile'
  return (
    <Box sx={{ maxWidth: 800 }}>
      <PageHeader title={translate('profile.title')} />
      <Tabs
        value={tab}
        onChange={(_event, chosen: string) => setSearch({ tab: chosen }, { replace: true })}
        aria-label={translate('profile.title')}
        sx={{ mb: 3, borderBottom: 1, borderColor: 'divider' }}
      >
        {TABS.map((name) => (
          <Tab
            key={name}
            value={name}
            id={`tab-${name}`}
            aria-controls={name === tab ? 'tab-panel' : undefined}
            label={translate(`profile.tabs.${name}`)}
          />
        ))}
      </Tabs>
      <div role="tabpanel" id="tab-panel" aria-labelledby={`tab-${tab}`}>
        {tab === 'profile' ? <ProfileTab /> : <SettingsTab />}
      </div>
    </Box>
  )
}
