import { Box, Link, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Link as RouterLink } from 'react-router-dom'
import { type Connector, connectorsApi } from '#contract/connectors'
import { serverNow } from '../../../clock'
import { LoadFailed, StateText, TimeText } from '../../../components/page'
import { useCapability } from '../../../config'
import { useSpaceport } from '../../../dataProvider/queries'
import { useAddresses } from '../../../dataProvider/SpaceProvider'
import { Outcome } from './cells'
import { useTranslate } from './texts'

/** How many of the last failures a connector shows, of how many milliseconds, and how often it asks for them. */
const SHOWN = 3
const DAY = 86_400_000
const POLL = 30_000

/** The deliveries of a connector that failed last, within a day, each with the way to it; nothing where none did. */
export function LastFailures({ connector: { id } }: { connector: Connector }) {
  const translate = useTranslate()
  const { delivery } = useAddresses()
  const { ask } = useSpaceport()
  const {
    data = [],
    error,
    refetch,
  } = useQuery({
    queryKey: ['deliveries', 'failures', id],
    queryFn: ({ signal }) => {
      const after = new Date(serverNow() - DAY).toISOString()
      // What a retry has mended is no failure any more.
      const state = ['failed', 'pending'] as const
      const query = { state: [...state], after, limit: SHOWN, sort_by: 'failed_at' as const }
      return ask(connectorsApi.deliveries, { params: { connectorId: id }, query, signal })
    },
    enabled: useCapability(connectorsApi.deliveries.capability),
    refetchInterval: POLL,
  })
  if (error && data.length === 0) return <LoadFailed error={error} onRetry={() => void refetch()} />
  if (data.length === 0) return null
  const title = translate('connectors.deliveries.lastFailures')
  return (
    <Box sx={{ mb: 2 }}>
      <Typography variant="subtitle2" component="h3" sx={{ mb: 0.5 }}>
        {title}
      </Typography>
      <Box component="ul" aria-label={title} sx={{ m: 0, p: 0, listStyle: 'none', overflowWrap: 'anywhere' }}>
        {data.map(({ id: deliveryId, device_name, alert, failures }) => (
          <Box component="li" key={deliveryId} sx={{ py: 0.25 }}>
            <StateText tone="bad">
              <Link component={RouterLink} to={delivery(id, deliveryId)}>
                <TimeText value={failures?.created_at} />
              </Link>{' '}
              {alert?.rule.name ?? device_name}
              {failures && (
                <>
                  <span>{' · '}</span>
                  <Outcome {...failures} isSent />
                </>
              )}
            </StateText>
          </Box>
        ))}
      </Box>
    </Box>
  )
}
