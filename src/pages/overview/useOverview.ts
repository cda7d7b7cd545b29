import { keepPreviousData, useMutation } from '@tanstack/react-query'
import { type Attention, attentionKindSchema, type OverviewQuery, overviewApi } from '#contract/overview'
import { useFailureToast } from '../../components/page'
import { useAnswer, useAnswers } from '../../dataProvider/answers'
import { useSpaceport } from '../../dataProvider/queries'

/** Milliseconds between two polls; a hidden page does not poll. */
const POLL = 15_000

/** State of the space, polled. */
export const useOverview = (hours: OverviewQuery['hours']) =>
  useAnswer(overviewApi.read, {
    query: { hours },
    refetchInterval: POLL,
    placeholderData: keepPreviousData,
  })

/** The first lines that need attention, or the first snoozed ones. */
export const useAttention = ({ limit, snoozed }: { limit: number; snoozed: boolean }, enabled = true) =>
  useAnswer(overviewApi.attention, {
    query: { limit, offset: 0, snoozed: snoozed ? 'true' : 'false' },
    enabled,
    refetchInterval: POLL,
    placeholderData: keepPreviousData,
  })

/** Snoozes a line until a time (milliseconds since 1970), or resumes it (null). */
export function useSnooze() {
  const { ask } = useSpaceport()
  const { invalidate } = useAnswers()
  const onError = useFailureToast()
  return useMutation({
    mutationFn: ({ line, until }: { line: Attention; until: number | null }) =>
      ask(overviewApi.snooze, {
        body: {
          kind: attentionKindSchema.parse(line.kind),
          subject_id: line.subject.id,
          until: until === null ? null : new Date(until).toISOString(),
        },
      }),
    onSuccess: () => invalidate(overviewApi),
    onError,
  })
}
