import type { ReactNode } from 'react'
import { useParams } from 'react-router-dom'
import { type Connector, connectorsApi } from '#contract/connectors'
import { Loaded, NotFound } from '../../../components/page'
import { useCapability } from '../../../config'
import { isMissing } from '../../../dataProvider/client'
import { useGetOne } from '../../../dataProvider/queries'
import { useAddresses } from '../../../dataProvider/SpaceProvider'
import { type TextGroup, textOf } from '../../../i18n'
import { group as connectorsGroup } from '../texts'
import { group, useTranslate } from './texts'

interface MissingProps {
  texts: TextGroup<'title' | 'text' | 'back'>
  /** Address of another page to go to. */
  to: string
}

/** Shown for a missing page. */
export function Missing({ texts, to }: MissingProps) {
  const translate = useTranslate()
  return (
    <NotFound
      title={translate(textOf(texts, 'title'))}
      text={translate(textOf(texts, 'text'))}
      instead={{ label: translate(textOf(texts, 'back')), to }}
    />
  )
}

/**
 * A page of the address's connector. It explains if the connector does not exist, or if the server cannot list
 * deliveries.
 */
export function OfConnector({ children }: { children: (connector: Connector) => ReactNode }) {
  const listsDeliveries = useCapability(connectorsApi.deliveries.capability)
  const { connectorId = '' } = useParams()
  const { list, record } = useAddresses()
  const query = useGetOne('connectors', { id: connectorId })
  if (!listsDeliveries)
    return (
      <Missing texts={group('connectors.deliveries.unavailable')} to={record('connectors', connectorId)} />
    )
  if (isMissing(query.error))
    return <Missing texts={connectorsGroup('connectors.notFound')} to={list('connectors')} />
  return <Loaded query={query}>{children}</Loaded>
}
