import { Link, styled } from '@mui/material'
import { Link as RouterLink } from 'react-router-dom'
import {
  BEHIND_AFTER,
  CANCELLED_IN_A_ROW,
  type Connector,
  connectorsApi,
  type Pending,
} from '#contract/connectors'
import { formatTime, useClock } from '../../clock'
import { RelativeTime, StateText, useNow } from '../../components/page'
import { msg as word } from '../../components/words/texts'
import { useCapability } from '../../config'
import { useAnswer } from '../../dataProvider/answers'
import { useAddresses } from '../../dataProvider/SpaceProvider'
import { countedText, NOT_DELIVERED } from '../../notDelivered'
import { useNumberText } from '../../numbers'
import { isHeld, isHeldOff, OperationText, StateWithFacts } from './operation/OperationText'
import { useBacklogText } from './operation/useOperation'
import { useTranslate } from './texts'

/** Milliseconds between two polls of the outcomes. */
const POLL = 30_000
/** Milliseconds between two updates of the age of waiting deliveries. */
const REDRAW_EVERY = 60_000

/** Outcome of a connector's deliveries; undefined if the server does not report it, or while it loads. */
function useOutcome({ id }: Pick<Connector, 'id'>) {
  const { data } = useAnswer(connectorsApi.outcomes, {
    enabled: useCapability(connectorsApi.outcomes.capability),
    staleTime: POLL / 2,
    refetchInterval: POLL,
  })
  return data?.find(({ connector_id }) => connector_id === id)
}

/** Number of deliveries of the last 24 hours that were not delivered, as a link to them. */
function NotDelivered({ id, count }: { id: string; count: number }) {
  const translate = useTranslate()
  const numberText = useNumberText()
  return (
    <Link component={RouterLink} to={useAddresses().deliveries(id, NOT_DELIVERED)} color="inherit">
      {translate('connectors.notDelivered', { count: countedText(count, numberText) })}
    </Link>
  )
}

/** Deliveries of an enabled connector that have waited for long, in words; null if there are none. */
function useBehind(pending: Pending | null | undefined): string | null {
  const backlogText = useBacklogText()
  const now = useNow(REDRAW_EVERY)
  const oldest = pending?.oldest_at ?? null
  if (!pending || oldest === null || now - Date.parse(oldest) < BEHIND_AFTER * 1000) return null
  return backlogText({ waiting: pending.count, oldest_at: oldest }, now)
}

/**
 * Whether a connector is enabled or held back, whether its last delivery failed or its code cancels all, and what was
 * not delivered or has waited for long.
 */
export function ConnectorState({ connector }: { connector: Connector }) {
  const translate = useTranslate()
  const clock = useClock()
  const outcome = useOutcome(connector)
  const { id, enabled, operation } = connector
  const behind = useBehind(operation?.pending)
  if (operation && (isHeld(operation.state) || isHeldOff(operation)))
    return <OperationText state={operation.state === 'on' ? 'off' : operation.state} operation={operation} />
  if (!enabled) return <StateText tone="none">{translate(word('words.connector.disabled'))}</StateText>
  const lost = (outcome?.not_delivered ?? 0) > 0 && (
    <NotDelivered id={id} count={outcome?.not_delivered ?? 0} />
  )
  if (outcome?.outcome === 'failed') {
    const time = formatTime(Date.parse(outcome.created_at), clock)
    return (
      <StateWithFacts
        tone="bad"
        words={translate('connectors.failing')}
        title={translate('connectors.failed', { time })}
      >
        <RelativeTime value={outcome.created_at} isShort />
        {lost}
      </StateWithFacts>
    )
  }
  if (operation?.cancelled_since)
    return (
      <StateWithFacts tone="warning" words={translate('connectors.cancels')}>
        <span>{translate('connectors.cancelsAll', { count: CANCELLED_IN_A_ROW })}</span>
        {lost}
      </StateWithFacts>
    )
  if (!lost && behind === null) return <StateText tone="good">{translate('connectors.enabled')}</StateText>
  return (
    <StateWithFacts tone={lost ? 'bad' : 'waiting'} words={translate('connectors.enabled')}>
      {behind !== null && <span>{behind}</span>}
      {lost}
    </StateWithFacts>
  )
}

const BelowEachOther = styled('span')({ small: { display: 'block' }, '.separator': { display: 'none' } })

/** The same for narrow columns: further facts are below the state. */
export const NarrowConnectorState = (props: { connector: Connector }) => (
  <BelowEachOther>
    <ConnectorState {...props} />
  </BelowEachOther>
)
