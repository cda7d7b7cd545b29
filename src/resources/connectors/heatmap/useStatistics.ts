import { useQuery } from '@tanstack/react-query'
import { useSpaceport } from '../../../dataProvider/useSpaceport'

/** Time between two looks at the statistics, in ms; a hidden page does not look. */
const POLL_INTERVAL = 30_000

/** Deliveries of a connector by the hour, always current. */
export function useStatistics(connectorId: string) {
  const { getStatistics } = useSpaceport()
  return useQuery({
    queryKey: ['connector-statistics', connectorId],
    queryFn: async ({ signal }) => {
      const { summaries } = await getStatistics(connectorId, signal)
      // A denied call resolves with an empty object.
      return { id: connectorId, summaries: Array.isArray(summaries) ? summaries : [] }
    },
    refetchInterval: POLL_INTERVAL,
  })
}
