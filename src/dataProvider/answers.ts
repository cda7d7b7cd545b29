import {
  type QueryFunction,
  type QueryKey,
  queryOptions,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useMemo } from 'react'
import type { RaRecord } from 'react-admin'
import type { z } from 'zod'
import type { Endpoint } from '#contract/common'
// The rest of the folder needs the contract of the sign-in, which loads later.
import { profileApi } from '#contract/profile/profile'
import type { SpaceportDataProvider } from '.'
import type { AnswerOf, EndpointOptions } from './call'
import { endpointsOf, isAnswerOf, type ResourceName } from './endpoints'
import { useSpaceport } from './queries'

type Answering = Endpoint & { answer: z.ZodType }

/** What a call asks for, by which the cache knows its answer. */
type Call<E extends Endpoint> = Pick<EndpointOptions<E>, 'params' | 'query' | 'body'>

/** How an answer is kept up to date, and what is made of it. */
export type AnswerOptions<Answer, Shown = Answer> = Omit<
  UseQueryOptions<Answer, Error, Shown>,
  'queryKey' | 'queryFn' | 'initialData'
>

/** A key and the function that goes with it. */
interface Asked<Answer> {
  queryKey: QueryKey
  queryFn: QueryFunction<Answer>
}

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

/** Where the cache of a space, or of the account, keeps the answers of an endpoint: what `of` says of the call comes last. */
export const answerKey = (endpoint: Endpoint, ...of: QueryKey): QueryKey => [nameOf(endpoint), ...of]

const askedOf = <const E extends Answering>(
  { ask }: Pick<SpaceportDataProvider, 'ask'>,
  endpoint: E,
  { params, query, body }: Call<E> = {},
): Asked<AnswerOf<E>> => ({
  queryKey: answerKey(endpoint, { params, query, body }),
  queryFn: ({ signal }) => ask(endpoint, { params, query, body, signal }),
})

/** What an endpoint answers to a call, cached: `useAnswer(messagesApi.count, { query, refetchInterval })`. */
export function useAnswer<const E extends Answering, Shown = AnswerOf<E>>(
  endpoint: E,
  { params, query, body, ...options }: Call<E> & AnswerOptions<AnswerOf<E>, Shown> = {},
): UseQueryResult<NoInfer<Shown>> {
  const asked = askedOf(useSpaceport(), endpoint, { params, query, body })
  return useQuery<AnswerOf<E>, Error, Shown>({ ...options, ...asked })
}

type Reader<Read> = (signal: AbortSignal, before: Read | undefined) => Read | Promise<Read>

const readOf = <Read>(endpoint: Endpoint, of: object, read: Reader<Read>): Asked<Read> => ({
  queryKey: answerKey(endpoint, 'read', of),
  queryFn: ({ signal, client, queryKey }) => read(signal, client.getQueryData(queryKey)),
})

/** `useRead` for `useQueries`. */
export const readOptions = <Read>(endpoint: Endpoint, of: object, read: Reader<Read>) =>
  queryOptions(readOf(endpoint, of, read))

/**
 * What `read` makes of one or more answers, cached with those of the endpoint that has most of it.
 * @param of all that it depends on
 * @param read is also given what it made before
 */
export const useRead = <Read, Shown = Read>(
  endpoint: Endpoint,
  of: object,
  read: Reader<Read>,
  options?: AnswerOptions<Read, Shown>,
): UseQueryResult<NoInfer<Shown>> =>
  useQuery<Read, Error, Shown>({ ...options, ...readOf(endpoint, of, read) })

/** What a worker or the sandbox makes of `of`, cached; the server is not asked for it. */
export const useComputed = <Computed>(
  name: string,
  of: readonly unknown[],
  compute: (signal: AbortSignal) => Promise<Computed>,
  options?: AnswerOptions<Computed>,
) =>
  useQuery({
    networkMode: 'always',
    staleTime: Infinity,
    ...options,
    queryKey: [name, ...of],
    queryFn: ({ signal }) => compute(signal),
  })

/** One endpoint, or all of a group. */
type Changed = Endpoint | Readonly<Record<string, Endpoint>>

const isEndpoint = (changed: Changed): changed is Endpoint => typeof changed.path === 'string'

const endpointsIn = (changed: Changed) => (isEndpoint(changed) ? [changed] : Object.values(changed))

/** What the cache has, by the names of the endpoints. It is the same at each render. */
export function useAnswers() {
  const queryClient = useQueryClient()
  const { ask } = useSpaceport()
  return useMemo(() => {
    const isOfResource = ([first]: QueryKey, name: ResourceName) =>
      first === name || endpointsOf(name).some((one) => first === nameOf(one))
    return {
      /** `useAnswer` for `useQueries`. */
      optionsOf: <const E extends Answering>(endpoint: E, call?: Call<E>) =>
        queryOptions(askedOf({ ask }, endpoint, call)),
      /** The answer to a call, from the cache while it is fresh. */
      read: <const E extends Answering>(endpoint: E, call?: Call<E>) =>
        queryClient.fetchQuery(askedOf({ ask }, endpoint, call)),
      /** Shows an answer wherever that of its call is shown; one that is under way would be an older one. */
      put: async <const E extends Answering>(
        endpoint: E,
        answer: AnswerOf<E> | ((before: AnswerOf<E> | undefined) => AnswerOf<E>),
        call?: Call<E>,
      ) => {
        const { queryKey } = askedOf({ ask }, endpoint, call)
        await queryClient.cancelQueries({ queryKey })
        queryClient.setQueryData(queryKey, answer)
      },
      /** Loads again what these endpoints have answered, also to react-admin: at once where it is shown, else when it is. */
      invalidate: (...changed: Changed[]) => {
        const endpoints = changed.flatMap(endpointsIn)
        const names = new Set<unknown>(endpoints.map(nameOf))
        return queryClient.invalidateQueries({
          predicate: ({ queryKey: [first, verb] }) =>
            names.has(first) || endpoints.some((one) => isAnswerOf(one, first, verb)),
        })
      },
      /** Loads everything again. */
      invalidateAll: () => queryClient.invalidateQueries(),
      /**
       * Loads again what shows records of a resource, after some have changed; the page of a changed one is up to date.
       * @param shownIn other resources that show them: none of these may show old data, not even while it loads
       */
      forget: (name: ResourceName, shownIn: readonly ResourceName[] = []) => {
        const isShown = (key: QueryKey) => shownIn.some((other) => isOfResource(key, other))
        queryClient.removeQueries({
          predicate: (query) => query.getObserversCount() === 0 && isShown(query.queryKey),
        })
        void queryClient.invalidateQueries({
          predicate: ({ queryKey }) =>
            isShown(queryKey) ||
            (isOfResource(queryKey, name) && !(queryKey[0] === name && queryKey[1] === 'getOne')),
        })
      },
      /** Shows a record on its page as the server has just answered it. */
      putRecord: (name: ResourceName, record: RaRecord) =>
        queryClient.setQueryData([name, 'getOne', { id: String(record.id), meta: undefined }], record),
    }
  }, [queryClient, ask])
}

/** The profile of the signed-in person; outside of spaces only, because each space has its own cache. */
export const useProfile = () => useAnswer(profileApi.get)
