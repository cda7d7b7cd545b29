import { useLocation } from 'react-router-dom'
import { MUTES_CAPABILITY } from '#contract/alerts/capability'
import { useCapability } from '../../config'
import { useAddresses } from '../../dataProvider/SpaceProvider'
import { setParameter } from '../address/currentAddress'
import { PageTabs } from '../page/PageTabs'
import { useTranslate } from './texts'

/** What the page of alerts has: those that are open, those that are over, the rules and the mutes. */
const TABS = ['open', 'over', 'rules', 'mutes'] as const
type AlertTab = (typeof TABS)[number]

/** The title and the tabs of the page of alerts. @param tab the one that is shown */
export function useAlertTabs(tab: AlertTab) {
  const translate = useTranslate()
  const { list } = useAddresses()
  const hasMutes = useCapability(MUTES_CAPABILITY)
  const { search } = useLocation()
  const withState = (state: 'over' | null) => {
    // Alerts that are over are filtered as those were that are open.
    const query = new URLSearchParams(tab === 'open' || tab === 'over' ? search : '')
    query.delete('page')
    setParameter(query, 'tab', state)
    return `${list('alerts')}?${query}`
  }
  const addresses: Record<AlertTab, string> = {
    open: withState(null),
    over: withState('over'),
    rules: list('alert-rules'),
    mutes: list('mutes'),
  }
  const shown = TABS.filter((id) => id !== 'mutes' || hasMutes)
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
