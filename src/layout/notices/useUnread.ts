import { noticesApi } from '#contract/notices'
import { useAnswer } from '../../dataProvider/answers'

/** Polling interval for new notices, in milliseconds; a hidden page does not poll. */
export const POLL = 15_000
/** The count stops here. */
export const COUNTED = 100

/** Number of unread notices; undefined until known. */
export function useUnread(): number | undefined {
  const { data } = useAnswer(noticesApi.count, {
    query: { at_most: COUNTED },
    refetchInterval: POLL,
    // Another tab may have shown them.
    refetchOnWindowFocus: true,
  })
  return data?.count
}
