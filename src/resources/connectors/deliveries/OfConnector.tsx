import type { ReactNode } from 'react'
import { useParams } from 'react-router-dom'
import { type Connector, connectorsApi } from '#contract/connectors'
import { Loaded, NotFound } from '../../../components/page'
import { useCapability } from '../../../config'
import { isMissing } from '../../../dataProvider/client'
import { useGetOne } from '../../../dataProvider/queries'
import { useAddresses } from '../../../dataProvider/SpaceProvider'
import { useTranslate } from '../../../i18n/translate'

/** A page of the address's connector. It explains if that does not exist, or if the server does not list deliveries. */
export function OfConnector({ children }: { children: (connector: Connector) => ReactNode }) {
  const translate = useTranslate()
  const listsDeliveries = useCapability(connectorsApi.deliveries.capability)
  const { connectorId = '' } = useParams()
  const { list, record } = useAddresses()
  const query = useGetOne('connectors', { id: connectorId })
  if (!listsDeliveries)
    return (
      <NotFound
        title={translate('connectors.deliveries.unavailable.title')}
        text={translate('connectors.deliveries.unavailable.text')}
        instead={{
          label: translate('connectors.deliveries.unavailable.back'),
          to: record('connectors', connectorId),
        }}
      />
    )
  if (isMissing(query.error))
    return (
      <NotFound
        title={translate('connectors.notFound.title')}
        text={translate('connectors.notFound.text')}
        instead={{ label: translate('connectors.notFound.back'), to: list('connectors') }}
      />
    )
  return <Loaded query={query}>{children}</Loaded>
}
