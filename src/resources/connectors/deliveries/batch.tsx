import { Box, Link, List, ListItem, Typography } from '@mui/material'
import { Link as RouterLink } from 'react-router-dom'
import { BATCH_SIZE_MAX, connectorsApi, type Delivery, type DeliveryDetail } from '#contract/connectors'
import { Loaded, Section } from '../../../components/page'
import { useRead } from '../../../dataProvider/answers'
import { useSpaceport } from '../../../dataProvider/queries'
import { useAddresses } from '../../../dataProvider/SpaceProvider'
import { DeliveryState, useDeliveryName } from './cells'
import { useTranslate } from './texts'

function Shared({ deliveries, own }: { deliveries: readonly Delivery[]; own: string }) {
  const translate = useTranslate()
  const nameOf = useDeliveryName()
  const { delivery: addressOf } = useAddresses()
  return (
    <>
      <Typography>
        <span>{translate('connectors.deliveries.batch.text', { smart_count: deliveries.length })}</span>
        {'. '}
        {translate('connectors.deliveries.batch.shared')}
      </Typography>
      <List dense sx={{ maxHeight: 320, overflow: 'auto' }}>
        {deliveries.map((each) => (
          <ListItem key={each.id} disableGutters sx={{ gap: 2, flexWrap: 'wrap' }}>
            <Box sx={{ minWidth: 104 }}>
              <DeliveryState state={each.state} />
            </Box>
            {each.id === own ? (
              <strong>{nameOf(each)}</strong>
            ) : (
              <Link component={RouterLink} to={addressOf(each.connector_id, each.id)} underline="hover">
                {nameOf(each)}
              </Link>
            )}
          </ListItem>
        ))}
      </List>
    </>
  )
}

/** All deliveries in the last request of a delivery, with their states. */
export function BatchSection({
  delivery: { id, connector_id, tries, batch_id },
}: {
  delivery: DeliveryDetail
}) {
  const translate = useTranslate()
  const batchId = tries.at(-1)?.batch_id ?? null
  const { ask } = useSpaceport()
  const params = { connectorId: connector_id }
  const query = useRead(
    connectorsApi.deliveries,
    { connector_id, batchId, batch_id },
    (signal) =>
      ask(connectorsApi.deliveries, {
        params,
        query: { batch_id: batchId ?? undefined, limit: BATCH_SIZE_MAX },
        signal,
      }),
    { enabled: batchId !== null },
  )
  if (batchId === null) return null
  return (
    <Section title={translate('connectors.deliveries.batch.title')}>
      <Loaded query={query}>
        {(deliveries) =>
          deliveries.length > 1 ? (
            <Shared deliveries={deliveries.toReversed()} own={id} />
          ) : (
            translate('connectors.deliveries.batch.alone')
          )
        }
      </Loaded>
    </Section>
  )
}
