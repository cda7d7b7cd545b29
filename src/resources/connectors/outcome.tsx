import { Box, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { CANCELLED_IN_A_ROW, type Connector, connectorsApi } from '#contract/connectors'
import { formatTime, useClock } from '../../clock'
import { RelativeTime, StateText } from '../../components/page'
import { useCapability } from '../../config'
import { useSpaceport } from '../../dataProvider/queries'
import { isHeld, isHeldOff, OperationText } from './operation/OperationText'
import { useTranslate } from './texts'

/** How often to ask how deliveries go while that is shown, in milliseconds. */
const POLL = 30_000

/** The last attempt of a connector, if it failed; undefined where the server does not tell, or has not yet. */
function useFailure({ id }: Pick<Connector, 'id'>) {
  const { ask } = useSpaceport()
  const { data } = useQuery({
    queryKey: ['connectors', 'outcomes'],
    queryFn: ({ signal }) => ask(connectorsApi.outcomes, { signal }),
    enabled: useCapability(connectorsApi.outcomes.capability),
    staleTime: POLL / 2,
    refetchInterval: POLL,
  })
  return data?.find(({ connector_id, outcome }) => connector_id === id && outcome === 'failed')
}

/** Whether a connector is enabled, what holds it back, and whether its last delivery failed. */
export function ConnectorState({ connector }: { connector: Connector }) {
  const translate = useTranslate()
  const clock = useClock()
  const failure = useFailure(connector)
  const { operation } = connector
  if (operation && (isHeld(operation.state) || isHeldOff(operation)))
    return <OperationText state={operation.state === 'on' ? 'off' : operation.state} operation={operation} />
  if (!connector.enabled) return <StateText tone="none">{translate('connectors.disabled')}</StateText>
  if (!failure && operation?.cancelled_since)
    return (
      <StateText tone="warning">
        <Box component="span" sx={{ display: 'inline-block', verticalAlign: 'top', textAlign: 'start' }}>
          {translate('connectors.cancels')}
          <Typography
            component="span"
            variant="caption"
            color="text.secondary"
            sx={{ display: 'block', whiteSpace: 'normal' }}
          >
            {translate('connectors.cancelsAll', { count: CANCELLED_IN_A_ROW })}
          </Typography>
        </Box>
      </StateText>
    )
  if (!failure) return <StateText tone="good">{translate('connectors.enabled')}</StateText>
  const time = formatTime(Date.parse(failure.created_at), clock)
  return (
    <StateText tone="bad">
      <Box
        component="span"
        title={translate('connectors.failed', { time })}
        sx={{ display: 'inline-block', verticalAlign: 'top', textAlign: 'start' }}
      >
        {translate('connectors.failing')}
        <Typography component="span" variant="caption" color="text.secondary" sx={{ display: 'block' }}>
          <RelativeTime value={failure.created_at} isShort />
        </Typography>
      </Box>
    </StateText>
  )
}
