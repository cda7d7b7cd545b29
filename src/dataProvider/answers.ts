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
// The folder's other files need the sign-in contract, which loads later.
import { profileApi } from '#contract/profile/profile'
import type { SpaceportDataProvider } from '.'
import type { AnswerOf, EndpointOptions } from './call'
import { endpointsOf, isAnswerOf, type ResourceName } from './endpoints'
import { useSpaceport } from './queries'

type Answering = Endpoint & { answer: z.ZodType }

/** The arguments of a call; they are part of its query key. */
type Call<E extends Endpoint> = Pick<EndpointOptions<E>, 'params' | 'query' | 'body'>

/** How an answer is refetched and what is selected from it. */
export type AnswerOptions<Answer, Shown = Answer> = Omit<
  UseQueryOptions<Answer, Error, Shown>,
  'queryKey' | 'queryFn' | 'initialData'
>

/** A query key and its query function. */
interface Asked<Answer> {
  queryKey: QueryKey
  queryFn: QueryFunction<Answer>
}

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

/** Query key of an endpoint's answers in the cache of a space or the account; the arguments (`of`) come last. */
export const answerKey = (endpoint: Endpoint, ...of: QueryKey): QueryKey => [nameOf(endpoint), ...of]

const askedOf = <const E extends Answering>(
  { ask }: Pick<SpaceportDataProvider, 'ask'>,
  endpoint: E,
  { params, query, body }: Call<E> = {},
): Asked<AnswerOf<E>> => ({
  queryKey: answerKey(endpoint, { params, query, body }),
  queryFn: ({ signal }) => ask(endpoint, { params, query, body, signal }),
})

/** The cached answer of an endpoint to a call: `useAnswer(messagesApi.count, { query, refetchInterval })`. */
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
 * The cached result of `read`, which combines one or more answers. It is invalidated together with `endpoint`.
 * @param of everything the result depends on
 * @param read also gets its previous result
 */
export const useRead = <Read, Shown = Read>(
  endpoint: Endpoint,
  of: object,
  read: Reader<Read>,
  options?: AnswerOptions<Read, Shown>,
): UseQueryResult<NoInfer<Shown>> =>
  useQuery<Read, Error, Shown>({ ...options, ...readOf(endpoint, of, read) })

/** The cached result of a computation from `of` in a worker or the sandbox; the server is not involved. */
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

/** One endpoint, or all endpoints of a group. */
type Changed = Endpoint | Readonly<Record<string, Endpoint>>

const isEndpoint = (changed: Changed): changed is Endpoint => typeof changed.path === 'string'

const endpointsIn = (changed: Changed) => (isEndpoint(changed) ? [changed] : Object.values(changed))

/** Access to the cache by endpoint. The object is the same on each render. */
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
      /** Replaces the cached answer to a call. A request under way is cancelled, because its answer would be older. */
      put: async <const E extends Answering>(
        endpoint: E,
        answer: AnswerOf<E> | ((before: AnswerOf<E> | undefined) => AnswerOf<E>),
        call?: Call<E>,
      ) => {
        const { queryKey } = askedOf({ ask }, endpoint, call)
        await queryClient.cancelQueries({ queryKey })
        queryClient.setQueryData(queryKey, answer)
      },
      /** Invalidates answers of these endpoints, also those to react-admin; shown ones reload at once. */
      invalidate: (...changed: Changed[]) => {
        const endpoints = changed.flatMap(endpointsIn)
        const names = new Set<unknown>(endpoints.map(nameOf))
        return queryClient.invalidateQueries({
          predicate: ({ queryKey: [first, verb] }) =>
            names.has(first) || endpoints.some((one) => isAnswerOf(one, first, verb)),
        })
      },
      invalidateAll: () => queryClient.invalidateQueries(),
      /**
       * Invalidates everything that shows records of a resource after some have changed, except the records' own pages.
       * @param shownIn other resources that show these records; they never show old data, not even while they load
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
      /** Puts the server's latest answer about a record on the record's page. */
      putRecord: (name: ResourceName, record: RaRecord) =>
        queryClient.setQueryData([name, 'getOne', { id: String(record.id), meta: undefined }], record),
    }
  }, [queryClient, ask])
}

/** The profile of the signed-in person. Use it outside of spaces only, because each space has its own cache. */
export const useProfile = () => useAnswer(profileApi.get)
