import { Box, Link, Skeleton, styled, Typography } from '@mui/material'
import { useId } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { DAY } from '#contract/common/durations'
import { type Connector, connectorsApi } from '#contract/connectors'
import { serverNow } from '../../../clock'
import { Loaded, StateText, TimeText } from '../../../components/page'
import { useRead } from '../../../dataProvider/answers'
import { useSpaceport } from '../../../dataProvider/queries'
import { useAddresses } from '../../../dataProvider/SpaceProvider'
import { Outcome, Sentence } from './cells'
import { useTranslate } from './texts'

/** Number of shown failures, and milliseconds between two polls. */
const SHOWN = 3
const POLL = 30_000

const Lines = styled('ul')(({ theme }) => ({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  overflowWrap: 'anywhere',
  ...theme.typography.body2,
  'li + li': { marginTop: theme.spacing(1) },
  // Aligned with the text of the line above, beside its mark.
  '.why': { paddingLeft: 18, color: theme.palette.text.secondary },
}))

/** The last failed deliveries of a connector within a day, each as a link. */
export function LastFailures({ connector: { id } }: { connector: Connector }) {
  const translate = useTranslate()
  const titleId = useId()
  const { delivery } = useAddresses()
  const { ask } = useSpaceport()
  const query = useRead(
    connectorsApi.deliveries,
    { lastFailuresOf: id },
    (signal) => {
      const after = new Date(serverNow() - DAY).toISOString()
      // A delivery that a retry has delivered is no longer a failure.
      const state = ['failed', 'pending'] as const
      const query = { state: [...state], after, limit: SHOWN, sort_by: 'failed_at' as const }
      return ask(connectorsApi.deliveries, { params: { connectorId: id }, query, signal })
    },
    { refetchInterval: POLL },
  )
  const title = translate('connectors.deliveries.lastFailures')
  return (
    <Box component="section" aria-labelledby={titleId} sx={{ minWidth: 0 }}>
      <Typography variant="h3" id={titleId} sx={{ mb: 1 }}>
        {title}
      </Typography>
      {query.isPending && <Skeleton variant="text" width={200} sx={{ fontSize: '0.875rem' }} />}
      {!query.isPending && (
        <Loaded query={query}>
          {(failed) =>
            failed.length === 0 ? (
              <Typography variant="body2" color="text.secondary">
                {translate('connectors.deliveries.noFailures')}
              </Typography>
            ) : (
              <Lines aria-label={title}>
                {failed.map(({ id: deliveryId, device_name, alert, failures }) => (
                  <li key={deliveryId}>
                    <StateText tone="bad">
                      <Link component={RouterLink} to={delivery(id, deliveryId)}>
                        <TimeText value={failures?.created_at} />
                      </Link>{' '}
                      {alert?.rule.name ?? device_name}
                    </StateText>
                    {failures && (
                      <div className="why">
                        <Sentence>
                          <Outcome {...failures} isSent />
                        </Sentence>
                      </div>
                    )}
                  </li>
                ))}
              </Lines>
            )
          }
        </Loaded>
      )}
    </Box>
  )
}
