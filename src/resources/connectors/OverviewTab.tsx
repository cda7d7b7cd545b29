import { Alert } from '@mui/material'
import { Suspense } from 'react'
import { CONNECTOR_ALERTS_CAPABILITY } from '#contract/alerts/capability'
import type { Connector } from '#contract/connectors'
import { ChangesButton } from '../../components/audit/ChangesButton'
import { lazyPart } from '../../components/lazyPart'
import { RecordDetails } from '../../components/resource/RecordPage'
import { useCapability } from '../../config'
import { connectorFields, useLacksTags } from './fields'
import { DeliverySection } from './heatmap/DeliverySection'
import { DisabledNotice } from './operation/EnabledSwitch'
import { OperationNotice } from './operation/OperationNotice'
import { useOperation } from './operation/useOperation'
import { useTranslate } from './texts'

const OpenAlerts = lazyPart(() => import('../../components/alerts/OpenAlerts'), 'alerts')

/** State and details of a connector. */
export function OverviewTab({ connector }: { connector: Connector }) {
  const translate = useTranslate()
  const operation = useOperation(connector)
  const hasAlerts = useCapability(CONNECTOR_ALERTS_CAPABILITY)
  const lacksTags = useLacksTags()
  return (
    <>
      {!connector.enabled && <DisabledNotice connector={connector} />}
      {hasAlerts && (
        <Suspense>
          <OpenAlerts of={{ connectorId: connector.id }} />
        </Suspense>
      )}
      {operation && <OperationNotice connector={connector} operation={operation} />}
      {lacksTags(connector) && (
        <Alert severity="warning" sx={{ mb: 3 }}>
          {translate('connectors.NO_TAGS_CONNECTOR')}
        </Alert>
      )}
      <DeliverySection connector={connector} />
      <RecordDetails<Connector> fields={connectorFields} actions={<ChangesButton id={connector.id} />} />
    </>
  )
}
