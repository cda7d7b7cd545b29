import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FIRST_MESSAGE_AT } from '#contract/messages'
import { useSpaceport } from '../../dataProvider/useSpaceport'
import { useNow } from '../page'
import { latestTimes, type Rhythm, rhythmOf } from './rhythm'

/** Number of messages that a rhythm is read from. */
const MESSAGES = 100
/** Time between two looks for new messages, in milliseconds; a hidden page does not look. */
const POLL_INTERVAL = 15_000
/** Time after which what is said of the present is said anew, in milliseconds. */
const REDRAW_EVERY = 15_000

/** Times of the last uplinks, newest first. Only the first look asks for all, later ones for what has come since. */
function useUplinkTimes(deviceId: string) {
  const dataProvider = useSpaceport()
  const queryClient = useQueryClient()
  const queryKey = ['uplink-times', deviceId]
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const known = queryClient.getQueryData<number[]>(queryKey) ?? []
      const after = known[0] === undefined ? FIRST_MESSAGE_AT : new Date(known[0]).toISOString()
      const query = { device_id: deviceId, direction: ['up'], limit: MESSAGES, after }
      const found = await dataProvider.listMessages(query, signal)
      if (!Array.isArray(found)) return known // the call was denied
      const times = found.map(({ created_at }) => Date.parse(created_at))
      return latestTimes(known, times, MESSAGES)
    },
    staleTime: POLL_INTERVAL,
    refetchInterval: POLL_INTERVAL,
  })
}

interface RhythmNow {
  /** Undefined until it is loaded, null when there are too few messages to tell. */
  rhythm: Rhythm | null | undefined
  /** The messages could not be loaded. */
  failed: boolean
  /** In milliseconds since 1970. */
  now: number
}

/** How regularly a device is heard of, as of now: renders again as time passes, so use it in the smallest part. */
export function useRhythm(deviceId: string): RhythmNow {
  const { data, isError } = useUplinkTimes(deviceId)
  const now = useNow(REDRAW_EVERY)
  return { rhythm: data && rhythmOf(data, now), failed: isError && !data, now }
}
