import type { Connector } from '#contract/connectors'
import { ARCHIVE, AUDIT, LEDGER, SCAB_ALERTS, TELEMETRY } from './transformations'

/** A connector of the demo, before it is stored. */
export interface DemoConnector extends Pick<Connector, 'name' | 'direction' | 'triggers' | 'transformation'> {
  /** Names of its tags. */
  tags: string[]
  /** Seconds before each retry; the default ones if left out. */
  retryDelays?: number[]
  isDisabled?: boolean
}

/** One of each kind: healthy, failing, selective, without tags, and disabled. */
export const ORCHARD_CONNECTORS: DemoConnector[] = [
  {
    name: 'frost-telemetry',
    direction: 'up',
    triggers: ['data'],
    tags: ['frost-watch'],
    transformation: TELEMETRY,
  },
  {
    name: 'water-ledger',
    direction: 'up',
    triggers: ['data'],
    tags: ['irrigation'],
    retryDelays: [60, 900, 3600],
    transformation: LEDGER,
  },
  {
    name: 'scab-alerts',
    direction: 'up',
    triggers: ['data'],
    tags: ['north-slope'],
    transformation: SCAB_ALERTS,
  },
  {
    name: 'downlink-audit',
    direction: 'down',
    triggers: ['config', 'shell', 'firmware'],
    tags: [],
    transformation: AUDIT,
  },
  {
    name: 'old-archive',
    direction: 'up',
    triggers: ['session', 'data', 'config', 'shell'],
    tags: ['north-slope', 'south-slope'],
    retryDelays: [],
    transformation: ARCHIVE,
    isDisabled: true,
  },
]
