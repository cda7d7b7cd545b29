import { Button } from '@mui/material'
import { Link } from 'react-router-dom'
import { type Connector, connectorsApi, OPERATIONS_CAPABILITY } from '#contract/connectors'
import { LoadFailed, Outline, Section } from '../../../components/page'
import { LocalTable } from '../../../components/table'
import { useCapability } from '../../../config'
import { useAnswer } from '../../../dataProvider/answers'
import { useAddresses } from '../../../dataProvider/SpaceProvider'
import { ReplayButton, ReplaySection } from '../replays/ReplaySection'
import { useReplays } from '../replays/useReplays'
import { msg as connectorsMsg } from '../texts'
import { useDeliveryName } from './cells'
import { deliveryColumns, expandDelivery } from './columns'
import { msg, useTranslate } from './texts'

/** Number of the newest deliveries, and milliseconds between two polls. */
const SHOWN = 10
const POLL = 15_000

const newestFirst = { field: 'id', order: 'DESC' } as const

interface OfConnector {
  connector: Connector
}

/** Newest deliveries of a connector, with a link to all of them. */
function NewestDeliveries({ connector }: OfConnector) {
  const { id } = connector
  const isOperated = useCapability(OPERATIONS_CAPABILITY)
  const translate = useTranslate()
  const { deliveries } = useAddresses()
  const query = useAnswer(connectorsApi.deliveries, {
    params: { connectorId: id },
    query: { limit: SHOWN },
    refetchInterval: POLL,
  })
  return (
    <Section
      title={translate('connectors.deliveries.newest')}
      actions={
        <>
          {isOperated && <ReplayButton connector={connector} />}
          <Button component={Link} to={deliveries(id)}>
            {translate(connectorsMsg('connectors.heatmap.all'))}
          </Button>
        </>
      }
    >
      <LocalTable
        title={translate('connectors.deliveries.newest')}
        columns={deliveryColumns}
        query={query}
        expand={expandDelivery}
        rowLabel={useDeliveryName()}
        defaultSort={newestFirst}
        emptyText={msg('connectors.deliveries.empty')}
      />
    </Section>
  )
}

/** Running replays come first. Nothing shows until they load, so that the deliveries do not move. */
function WithReplays({ connector }: OfConnector) {
  const replays = useReplays(connector)
  const { data, error, isPending, refetch } = replays
  if (isPending) return <Outline />
  return (
    <>
      {data ? (
        <ReplaySection connector={connector} {...data} />
      ) : (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      )}
      <NewestDeliveries connector={connector} />
    </>
  )
}

/** Replays and newest deliveries of a connector. */
export default function DeliveriesTab({ connector }: OfConnector) {
  const isOperated = useCapability(OPERATIONS_CAPABILITY)
  return isOperated ? <WithReplays connector={connector} /> : <NewestDeliveries connector={connector} />
}
