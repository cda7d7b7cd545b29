import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Notice, noticesApi } from '#contract/notices'
import { useFailureToast } from '../../components/page'
import { useAnswerPages } from '../../dataProvider/answerPages'
import { useAnswers } from '../../dataProvider/answers'
import { useSpaceport } from '../../dataProvider/queries'
import { POLL } from './useUnread'

/** Notices per page. */
const PAGE = 20

/** The person's notices, page by page. */
export function useNotices() {
  const { ask } = useSpaceport()
  return useAnswerPages(
    noticesApi.list,
    {},
    (cursor, signal) => ask(noticesApi.list, { query: { limit: PAGE, cursor }, signal }),
    // The list is read anew each time it opens.
    { size: PAGE, cursorAfter: ({ id }) => id, refetchInterval: POLL, gcTime: 0 },
  )
}

/** Marks notices as read; all of them without ids. */
export function useRead() {
  const { ask } = useSpaceport()
  const { invalidate } = useAnswers()
  return useMutation({
    mutationFn: (ids: string[] | null) => ask(noticesApi.read, { body: { ids } }),
    onSuccess: () => invalidate(noticesApi.count),
    onError: useFailureToast(),
  })
}

/**
 * Marks shown notices as read.
 * @returns a function that tells whether a notice was new when it appeared
 */
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
