import type { ReactNode } from 'react'
import { useGetOne } from 'react-admin'
import { useParams } from 'react-router-dom'
import { type Connector, connectorsApi } from '#contract/connectors'
import { Loaded, NotFound } from '../../../components/page'
import { useCapability } from '../../../config'
import { isMissing } from '../../../dataProvider/client'
import { useTranslate } from '../../../i18n/translate'
import { useConnectorLinks } from '../useConnectorLinks'

/** A page below the connector of the address; says so where it is not there, or the server does not list deliveries. */
export function OfConnector({ children }: { children: (connector: Connector) => ReactNode }) {
  const translate = useTranslate()
  const listsDeliveries = useCapability(connectorsApi.deliveries.capability)
  const { connectorId = '' } = useParams()
  const { list, detail } = useConnectorLinks(connectorId)
  const query = useGetOne<Connector>('connectors', { id: connectorId })
  if (!listsDeliveries)
    return (
      <NotFound
        title={translate('connectors.deliveries.unavailable.title')}
        text={translate('connectors.deliveries.unavailable.text')}
        instead={{ label: translate('connectors.deliveries.unavailable.back'), to: detail }}
      />
    )
  if (isMissing(query.error))
    return (
      <NotFound
        title={translate('connectors.notFound.title')}
        text={translate('connectors.notFound.text')}
        instead={{ label: translate('connectors.notFound.back'), to: list }}
      />
    )
  return <Loaded query={query}>{children}</Loaded>
}
