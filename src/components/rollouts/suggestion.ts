import { useLocation, useNavigate } from 'react-router-dom'
import { z } from 'zod'
import { useAddresses } from '../../dataProvider/SpaceProvider'
import type { OrderValues } from './order'
import type { ScopeValues } from './scope'
import type { StageValues } from './stages'

/** Values that another page suggests for a new roll-out. */
export interface Suggested {
  name?: string
  order?: OrderValues
  scope?: ScopeValues
  stages?: StageValues[]
  [field: string]: unknown
}

/** Opens the form of a new roll-out, filled in. The values travel with the history entry, because devices may be many. */
export function useSuggest(): (suggested: Suggested) => void {
  const navigate = useNavigate()
  const addresses = useAddresses()
  return (rollout) => void navigate(addresses.list('rollouts', { create: true }), { state: { rollout } })
}

const stateSchema = z.object({ rollout: z.record(z.string(), z.unknown()) })

/** The values that the previous page has suggested; undefined if there are none. */
export function useSuggested(): Record<string, unknown> | undefined {
  const { state } = useLocation()
  return stateSchema.safeParse(state).data?.rollout
}
