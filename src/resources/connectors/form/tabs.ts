import type { ComponentType } from 'react'
import type { Connector } from '#contract/connectors'
import { PreviewTab } from '../preview/PreviewTab'
import { AdvancedTab } from './AdvancedTab'
import type { ConnectorValues } from './codec'
import { DetailsTab } from './DetailsTab'

interface ConnectorTab {
  /** Value of the query parameter `tab`. */
  id: string
  /** Message key. */
  label: string
  /** Inputs, in the form of the connector around them. */
  Panel: ComponentType<{ connector: Connector }>
  /** Fields of the form whose errors are shown here. */
  fields: readonly (keyof ConnectorValues)[]
}

/** Parts of a connector's edit mode; the first is the default. Spec 1, section 2. */
export const connectorTabs: readonly [ConnectorTab, ...ConnectorTab[]] = [
  {
    id: 'details',
    label: 'connectors.tabs.details',
    Panel: DetailsTab,
    fields: ['name', 'direction', 'triggers', 'tags'],
  },
  { id: 'preview', label: 'connectors.tabs.preview', Panel: PreviewTab, fields: [] },
  {
    id: 'advanced',
    label: 'connectors.tabs.advanced',
    Panel: AdvancedTab,
    fields: ['retry_delays', 'transformation'],
  },
]
