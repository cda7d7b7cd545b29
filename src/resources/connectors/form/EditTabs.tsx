import ErrorIcon from '@mui/icons-material/ErrorOutlined'
import { Tab, Tabs } from '@mui/material'
import { useEffect, useEffectEvent, useId, useRef } from 'react'
import { useFormContext, useFormState } from 'react-hook-form'
import type { Connector } from '#contract/connectors'
import { useAddressParameter } from '../../../components/page'
import { useTranslate } from '../../../i18n/translate'
import type { ConnectorValues } from './codec'
import { connectorTabs } from './tabs'

/** Which tab the address asks for, and how to open another. */
function useTab() {
  const [asked, openTab] = useAddressParameter('tab')
  const tab = connectorTabs.find(({ id }) => id === asked) ?? connectorTabs[0]
  return { tab, openTab }
}

/** The parts of the edit mode. All of them belong to one form, so what is typed in one stays when another is open. */
export function EditTabs({ connector }: { connector: Connector }) {
  const translate = useTranslate()
  const { tab, openTab } = useTab()
  const { register, trigger } = useFormContext<ConnectorValues>()
  const { errors, submitCount } = useFormState<ConnectorValues>()
  const focusIn = useRef<string>(null)
  const id = useId()
  const hasError = ({ fields }: (typeof connectorTabs)[number]) => fields.some((field) => errors[field])

  // A tab that was never open has its fields in the form as well: their errors have a place.
  useEffect(() => {
    for (const { fields } of connectorTabs) for (const field of fields) register(field)
  }, [register])

  // What prevents the save must be in sight.
  const showError = useEffectEvent(() => {
    const faulty = connectorTabs.find(hasError)
    if (!faulty || hasError(tab)) return
    focusIn.current = faulty.id
    openTab(faulty.id)
  })
  useEffect(() => {
    if (submitCount > 0) showError()
  }, [submitCount])
  useEffect(() => {
    if (focusIn.current !== tab.id) return
    focusIn.current = null
    void trigger(undefined, { shouldFocus: true })
  }, [tab.id, trigger])

  const { Panel } = tab
  return (
    <>
      <Tabs
        value={tab.id}
        onChange={(_event, next: string) => openTab(next)}
        aria-label={translate('connectors.tabs.title')}
        variant="scrollable"
        scrollButtons={false}
        sx={{ mb: 3 }}
      >
        {connectorTabs.map((entry) => (
          <Tab
            key={entry.id}
            id={`${id}-${entry.id}`}
            aria-controls={entry.id === tab.id ? `${id}-panel` : undefined}
            value={entry.id}
            label={translate(entry.label)}
            iconPosition="end"
            icon={
              hasError(entry) ? (
                <ErrorIcon color="error" fontSize="small" titleAccess={translate('connectors.tabs.error')} />
              ) : undefined
            }
            sx={{ minHeight: 48 }}
          />
        ))}
      </Tabs>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tab.id}`}>
        <Panel connector={connector} />
      </div>
    </>
  )
}
