import { useQuery } from '@tanstack/react-query'
import { noticesApi } from '#contract/notices'
import { useSpaceport } from '../../dataProvider/queries'

/** How often to look for what is new, in milliseconds; a hidden page does not look. */
export const POLL = 15_000
/** More are not counted. */
export const COUNTED = 100

export const COUNT = ['notices', 'count']

/** How many notices the person has not seen; undefined until it is known. */
export function useUnread(): number | undefined {
  const { ask } = useSpaceport()
  const { data } = useQuery({
    queryKey: COUNT,
    queryFn: ({ signal }) => ask(noticesApi.count, { query: { at_most: COUNTED }, signal }),
    refetchInterval: POLL,
    // Another tab may have shown them.
    refetchOnWindowFocus: true,
  })
  return data?.count
}
