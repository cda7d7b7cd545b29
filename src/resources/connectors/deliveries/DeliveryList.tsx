import { useMemo } from 'react'
import { ResourceContextProvider, useLocale } from 'react-admin'
import { Navigate, useLocation } from 'react-router-dom'
import type { Connector, Delivery } from '#contract/connectors'
import { formatSpan } from '../../../components/page/time'
import { TableList } from '../../../components/table'
import { filterableOf, filterOf } from '../../../components/table/address'
import { useTranslate } from '../../../i18n/translate'
import { useConnectorLinks } from '../useConnectorLinks'
import { hourOf, tableSearchOf } from './address'
import { columns } from './columns'
import { DeliveryDetails } from './DeliveryDetails'
import { FreshFrame } from './FreshFrame'
import { RetryAllButton } from './RetryAllButton'
import { useDeliveryName } from './useDeliveryName'

// The server's only order.
const newestFirst = { field: 'id', order: 'DESC' } as const
const filters = filterableOf(columns).map(({ filter }) => filter)
const expand = (delivery: Delivery) => <DeliveryDetails delivery={delivery} />

/** Names the connector, and the hour where the list is filtered by one. */
function useTitle(name: string) {
  const translate = useTranslate()
  const locale = useLocale()
  const { search } = useLocation()
  const hour = hourOf(filterOf(search, filters).attempted_at)
  if (!hour) return translate('connectors.deliveries.title', { name })
  const span = formatSpan(hour.start, hour.end, locale)
  return translate('connectors.deliveries.titleOfHour', { name, hour: span })
}

/** Deliveries of a connector, newest first. `after` and `before` of the address are the time of an attempt. */
export function DeliveryList({ connector: { id, name } }: { connector: Connector }) {
  const translate = useTranslate()
  const { list, detail } = useConnectorLinks(id)
  const { search } = useLocation()
  const title = useTitle(name)
  const rowLabel = useDeliveryName()
  const filter = useMemo(() => ({ connectorId: id }), [id])
  const instead = tableSearchOf(search)
  if (instead !== null) return <Navigate to={{ search: instead }} replace />
  return (
    <ResourceContextProvider value="deliveries">
      <TableList
        columns={columns}
        title="connectors.deliveries.one"
        titleText={title}
        parents={[
          { label: translate('connectors.title'), to: list },
          { label: name, to: detail },
        ]}
        entity="connectors.deliveries.entity"
        defaultSort={newestFirst}
        filter={filter}
        expand={expand}
        rowLabel={rowLabel}
        frame={FreshFrame}
        toolbarActions={<RetryAllButton connectorId={id} />}
      />
    </ResourceContextProvider>
  )
}
