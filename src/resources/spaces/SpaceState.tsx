import { Link } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Link as RouterLink } from 'react-router-dom'
import { devicesApi, STATE_CAPABILITY } from '#contract/devices'
import { can } from '#contract/permissions'
import type { Space } from '#contract/spaces'
import { spaceAddresses } from '../../addresses'
import { StateText } from '../../components/value/StateText'
import { useCapability } from '../../config'
import { actorIn } from '../../dataProvider/account'
import { readOptions } from '../../dataProvider/answers'
import { callEndpoint } from '../../dataProvider/call'
import { useClient } from '../../dataProvider/client'
import { useTranslate } from './texts'

/** Milliseconds for which a count is shown without asking again. */
const FRESH = 60_000

const IN_TROUBLE = ['silent', 'late'] as const

/** How many devices of a space are silent or late, as far as the person sees them; a link to these. */
export function SpaceState({ space }: { space: Space }) {
  const { id: spaceId, name, invited } = space
  const translate = useTranslate()
  const isKnown = useCapability(STATE_CAPABILITY)
  const isRead = isKnown && !invited && can(actorIn('user', space), 'space:device:read')
  const client = useClient()
  const params = { spaceId }
  // Not through the data provider: a refusal here must not end the session.
  const { data, isError } = useQuery({
    ...readOptions(devicesApi.count, params, async (signal) => {
      const query = { state: [...IN_TROUBLE], moved: 'false', tag_filter_logic: 'any' } as const
      return callEndpoint(client, devicesApi.count, { params, query, signal })
    }),
    enabled: isRead,
    staleTime: FRESH,
    retry: false,
  })
  if (!isRead || isError) return <span>{'–'}</span>
  if (!data) return null
  const { count } = data
  if (count === 0) return <StateText tone="good">{translate('spaces.allWell')}</StateText>
  const text = translate('spaces.inTrouble', { smart_count: count })
  return (
    <StateText tone="bad">
      <Link
        component={RouterLink}
        to={spaceAddresses(spaceId).list('devices', { filter: { state: IN_TROUBLE } })}
        aria-label={`${name}: ${text}`}
      >
        {text}
      </Link>
    </StateText>
  )
}
