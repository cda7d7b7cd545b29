import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Attention, attentionKindSchema, type OverviewQuery, overviewApi } from '#contract/overview'
import { useFailureToast } from '../../components/page'
import { useSpaceport } from '../../dataProvider/queries'

/** Milliseconds between two looks. A hidden page makes none. */
const POLL = 15_000
const KEY = 'overview'

/** How the space is, again and again. */
export function useOverview(hours: OverviewQuery['hours']) {
  const { ask } = useSpaceport()
  return useQuery({
    queryKey: [KEY, hours],
    queryFn: ({ signal }) => ask(overviewApi.read, { query: { hours }, signal }),
    refetchInterval: POLL,
    placeholderData: keepPreviousData,
  })
}

/** The first lines of what needs attention, or of what is put off. */
export function useAttention({ limit, snoozed }: { limit: number; snoozed: boolean }, enabled = true) {
  const { ask } = useSpaceport()
  return useQuery({
    queryKey: [KEY, 'attention', limit, snoozed],
    queryFn: ({ signal }) =>
      ask(overviewApi.attention, {
        query: { limit, offset: 0, snoozed: snoozed ? 'true' : 'false' },
        signal,
      }),
    enabled,
    refetchInterval: POLL,
    placeholderData: keepPreviousData,
  })
}

/** Puts a line off until a time (milliseconds since 1970), or takes that back (null). */
export function useSnooze() {
  const { ask } = useSpaceport()
  const queryClient = useQueryClient()
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
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [KEY] }),
    onError,
  })
}
