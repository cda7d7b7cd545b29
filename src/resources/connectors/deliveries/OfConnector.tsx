import type { ReactNode } from 'react'
import { useParams } from 'react-router-dom'
import { type Connector, connectorsApi } from '#contract/connectors'
import { Loaded, NotFound } from '../../../components/page'
import { useCapability } from '../../../config'
import { isMissing } from '../../../dataProvider/client'
import { useGetOne } from '../../../dataProvider/queries'
import { useAddresses } from '../../../dataProvider/SpaceProvider'
import { useTranslate } from '../../../i18n/translate'

interface MissingProps {
  /** Key of the texts. */
  texts: `connectors.${'notFound' | 'deliveries.notFound' | 'deliveries.unavailable'}`
  /** Where to go instead. */
  to: string
}

/** In place of what is not there. */
export function Missing({ texts, to }: MissingProps) {
  const translate = useTranslate()
  return (
    <NotFound
      title={translate(`${texts}.title`)}
      text={translate(`${texts}.text`)}
      instead={{ label: translate(`${texts}.back`), to }}
    />
  )
}

/** A page of the address's connector. It explains if that does not exist, or if the server does not list deliveries. */
export function OfConnector({ children }: { children: (connector: Connector) => ReactNode }) {
  const listsDeliveries = useCapability(connectorsApi.deliveries.capability)
  const { connectorId = '' } = useParams()
  const { list, record } = useAddresses()
  const query = useGetOne('connectors', { id: connectorId })
  if (!listsDeliveries)
    return <Missing texts="connectors.deliveries.unavailable" to={record('connectors', connectorId)} />
  if (isMissing(query.error)) return <Missing texts="connectors.notFound" to={list('connectors')} />
  return <Loaded query={query}>{children}</Loaded>
}
