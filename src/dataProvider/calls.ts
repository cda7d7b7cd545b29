import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Endpoint } from '#contract/common'
// The rest of the folder needs the contract of the sign-in, which loads later.
import { profileApi } from '#contract/profile/profile'
import type { EndpointOptions } from './client'
import { useSpaceport } from './queries'

const known = <Schema extends z.ZodType>(schema: Schema, answer: unknown) => schema.safeParse(answer).data

/** Calls endpoints that belong to no resource. The rules for 401 and 403 hold for them too. */
export function useCalls() {
  const dataProvider = useSpaceport()
  return {
    /** Answers undefined when the call was denied and the person has been sent away. Errors: those of the client. */
    ask: async <const E extends Endpoint & { answer: z.ZodType }>(
      endpoint: E,
      options?: EndpointOptions<E>,
    ): Promise<z.output<E['answer']> | undefined> => {
      // React-admin answers a denied call with an empty object.
      const answer: unknown = await dataProvider.ask(endpoint, options)
      return known<E['answer']>(endpoint.answer, answer)
    },
    /** For an endpoint without an answer: whether it was carried out, else the call was denied. */
    send: async <const E extends Endpoint>(endpoint: E, options?: EndpointOptions<E>): Promise<boolean> => {
      const done: unknown = await dataProvider.send(endpoint, options)
      return done === true
    },
  }
}

/** Where the cache keeps what an endpoint has answered. */
export const answerKey = ({ path }: Endpoint): QueryKey => [path]

/** What an endpoint that belongs to no resource answers, cached; null when the call was denied. */
export function useAnswer<const E extends Endpoint & { answer: z.ZodType }>(
  endpoint: E,
  options?: { enabled?: boolean; staleTime?: number; refetchInterval?: number },
) {
  const { ask } = useCalls()
  return useQuery({
    queryKey: answerKey(endpoint),
    queryFn: async ({ signal }) => (await ask(endpoint, { signal })) ?? null,
    ...options,
  })
}

/** Loads the answer of an endpoint again wherever it is shown, after it was changed. */
export function useReload(endpoint: Endpoint) {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: answerKey(endpoint) })
}

/** The profile of the signed-in person; outside of spaces only, for each of them has a cache of its own. */
export const useProfile = () => useAnswer(profileApi.get)
