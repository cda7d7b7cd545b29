import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Notice, noticesApi } from '#contract/notices'
import { useFailureToast } from '../../components/page'
import { useAnswerPages } from '../../dataProvider/answerPages'
import { useAnswers } from '../../dataProvider/answers'
import { useSpaceport } from '../../dataProvider/queries'
import { POLL } from './useUnread'

/** Notices that are shown at first, and each time that older ones are asked for. */
const PAGE = 20

/** What the person is told, page by page. */
export function useNotices() {
  const { ask } = useSpaceport()
  return useAnswerPages(
    noticesApi.list,
    {},
    (cursor, signal) => ask(noticesApi.list, { query: { limit: PAGE, cursor }, signal }),
    // Each time that they are shown, they are as they are.
    { size: PAGE, cursorAfter: ({ id }) => id, refetchInterval: POLL, gcTime: 0 },
  )
}

/** Notes that notices were seen; of all of them without ids. */
export function useRead() {
  const { ask } = useSpaceport()
  const { invalidate } = useAnswers()
  return useMutation({
    mutationFn: (ids: string[] | null) => ask(noticesApi.read, { body: { ids } }),
    onSuccess: () => invalidate(noticesApi.count),
    onError: useFailureToast(),
  })
}

/** Notes that what is shown was seen. @returns whether a notice was new when it came */
export function useSeen(shown: readonly Notice[]) {
  const { mutate } = useRead()
  const [marked] = useState(() => new Set<string>())
  useEffect(() => {
    const ids = shown.filter(({ id, read_at }) => read_at === null && !marked.has(id)).map(({ id }) => id)
    if (ids.length === 0) return
    for (const id of ids) marked.add(id)
    mutate(ids)
  }, [shown, marked, mutate])
  return ({ id, read_at }: Notice) => read_at === null || marked.has(id)
}
