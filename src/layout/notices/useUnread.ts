import { noticesApi } from '#contract/notices'
import { useAnswer } from '../../dataProvider/answers'

/** How often to look for what is new, in milliseconds; a hidden page does not look. */
export const POLL = 15_000
/** More are not counted. */
export const COUNTED = 100

/** How many notices the person has not seen; undefined until it is known. */
export function useUnread(): number | undefined {
  const { data } = useAnswer(noticesApi.count, {
    query: { at_most: COUNTED },
    refetchInterval: POLL,
    // Another tab may have shown them.
    refetchOnWindowFocus: true,
  })
  return data?.count
}
