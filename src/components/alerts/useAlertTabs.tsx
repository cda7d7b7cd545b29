import { useLocation } from 'react-router-dom'
import { MUTES_CAPABILITY } from '#contract/alerts/capability'
import { SHIFTS_CAPABILITY } from '#contract/shifts/capability'
import { useCapability } from '../../config'
import { useAddresses } from '../../dataProvider/SpaceProvider'
import { setParameter } from '../address/currentAddress'
import { PageTabs } from '../page/PageTabs'
import { useTranslate } from './texts'

/** Tabs of the alerts page. */
const TABS = ['open', 'resolved', 'rules', 'mutes', 'shifts'] as const
type AlertTab = (typeof TABS)[number]

/**
 * The title and tabs of the alerts page.
 * @param tab the current one
 */
export function useAlertTabs(tab: AlertTab) {
  const translate = useTranslate()
  const { list } = useAddresses()
  const has = {
    mutes: useCapability(MUTES_CAPABILITY),
    shifts: useCapability(SHIFTS_CAPABILITY),
  }
  const { search } = useLocation()
  const withState = (state: 'resolved' | null) => {
    // Open and resolved alerts share their filters.
    const query = new URLSearchParams(tab === 'open' || tab === 'resolved' ? search : '')
    query.delete('page')
    setParameter(query, 'tab', state)
    return `${list('alerts')}?${query}`
  }
  const addresses: Record<AlertTab, string> = {
    open: withState(null),
    resolved: withState('resolved'),
    rules: list('alert-rules'),
    mutes: list('mutes'),
    shifts: list('shifts'),
  }
  const shown = TABS.filter((id) => (id !== 'mutes' && id !== 'shifts') || has[id])
  return {
    title: translate('layout.titles.alerts'),
    tabs: (
      <PageTabs
        label={translate('alerts.tabs.label')}
        current={tab}
        tabs={shown.map((id) => ({ id, label: translate(`alerts.tabs.${id}`), to: addresses[id] }))}
      />
    ),
  }
}
