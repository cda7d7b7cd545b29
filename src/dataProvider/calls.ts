import { type QueryKey, type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Endpoint } from '#contract/common'
// The rest of the folder needs the contract of the sign-in, which loads later.
import { profileApi } from '#contract/profile/profile'
import type { AnswerOf } from './call'
import { useSpaceport } from './queries'

/** Where the cache keeps what an endpoint has answered. */
export const answerKey = ({ path }: Endpoint): QueryKey => [path]

/** What an endpoint that belongs to no resource answers, cached. */
export function useAnswer<const E extends Endpoint & { answer: z.ZodType }>(
  endpoint: E,
  options?: Pick<UseQueryOptions<AnswerOf<E>>, 'enabled' | 'staleTime' | 'refetchInterval'>,
) {
  const { ask } = useSpaceport()
  return useQuery({
    queryKey: answerKey(endpoint),
    queryFn: ({ signal }) => ask(endpoint, { signal }),
    ...options,
  })
}

/** Loads the answer of an endpoint again wherever it is shown, after it was changed. */
export function useReload(endpoint: Endpoint) {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: answerKey(endpoint) })
}

/** The profile of the signed-in person; outside of spaces only, because each space has its own cache. */
export const useProfile = () => useAnswer(profileApi.get)
