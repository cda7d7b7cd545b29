import { useMemo, useState } from 'react'
import { LIST_LIMIT } from '#contract/common'
import { connectorsApi, type Delivery, deliverySchema } from '#contract/connectors'
import type { Formats, Source } from '../../../components/export/collect'
import type { ExportOfList } from '../../../components/export/ExportButton'
import { ExportDialog } from '../../../components/export/ExportDialog'
import { fileName } from '../../../components/files'
import { fieldSheet } from '../../../components/sheets/sheet'
import { queryOf } from '../../../dataProvider/endpoints'
import { useGetOne, useSpaceport } from '../../../dataProvider/queries'
import { group } from './texts'

/** Deliveries in files; in a table, an alert or a test is JSON. */
const FORMATS: Formats<Delivery> = {
  lineOf: (delivery) => JSON.stringify(delivery),
  sheet: fieldSheet(deliverySchema.keyof().options),
}

/** Exports the deliveries of the list, the newest first. */
export default function DeliveryExport({ filter, ...list }: ExportOfList) {
  const { ask } = useSpaceport()
  const connectorId = typeof filter.connectorId === 'string' ? filter.connectorId : ''
  const { data: connector } = useGetOne('connectors', { id: connectorId })
  const [filters] = useState(() => queryOf({ query: connectorsApi.deliveries.query.shape }, filter))
  const source = useMemo<Source<Delivery>>(
    () => ({
      read: ({ limit, cursor }, signal) =>
        ask(connectorsApi.deliveries, {
          params: { connectorId },
          query: { ...filters, limit, cursor },
          signal,
        }),
      firstLimit: LIST_LIMIT,
      nextLimit: () => LIST_LIMIT,
    }),
    [ask, connectorId, filters],
  )
  return (
    <ExportDialog
      {...list}
      texts={group('connectors.deliveries.exporting')}
      source={source}
      formats={FORMATS}
      nameOf={(extension) => fileName('deliveries', connector?.name ?? '', new Date(), extension)}
    />
  )
}
