import { QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { BasenameContextProvider, DataProviderContext, useEvent, useLogoutIfAccessDenied } from 'react-admin'
import { BOUNDED_LISTS_CAPABILITY } from '#contract/common'
import { spaceAddresses } from '../addresses'
import { useCapability } from '../config'
import { createDataProvider } from '.'
import { ApiError, type Client, Denied, isUnreachable, useClient } from './client'

/** How often a query without an answer is made again, and after how many milliseconds when the server does not say. */
const RETRIES = 2
const RETRY_AFTER = 1000

/** A cache for one space, or for what belongs to no space. */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        // While the server is known to be away, this waits for it.
        retry: (failures, error) => failures < RETRIES && isUnreachable(error),
        retryDelay: (failures, error) =>
          (error instanceof ApiError && error.retryAfter) || RETRY_AFTER * 2 ** failures,
        refetchOnWindowFocus: false,
      },
      // A save must not wait silently for the server to come back.
      mutations: { networkMode: 'always' },
    },
  })

const SpaceIdContext = createContext<string | null>(null)

/** Id of the space that the page is in; null outside of a space. */
export const useOptionalSpaceId = () => useContext(SpaceIdContext)

/** Id of the space that the page is in. Errors: the page is in none. */
export function useSpaceId(): string {
  const spaceId = useOptionalSpaceId()
  if (!spaceId) throw new Error('This part belongs in a space')
  return spaceId
}

/** The addresses of the space that the page is in. Errors: the page is in none. */
export function useAddresses() {
  const spaceId = useSpaceId()
  return useMemo(() => spaceAddresses(spaceId), [spaceId])
}

/**
 * The data provider of a space, or of what belongs to none. A denied call carries out the rules for 401 and 403, and fails
 * with `Denied`; left to react-admin, it would succeed with an empty object. Rules, "Requests".
 */
function DataProvision({ spaceId, children }: { spaceId: string | null; children: ReactNode }) {
  const client = useClient()
  const isBounded = useCapability(BOUNDED_LISTS_CAPABILITY)
  const carryOutRules = useLogoutIfAccessDenied()
  const failed = useEvent(async (error: unknown): Promise<never> => {
    throw (await carryOutRules(error)) ? new Denied() : error
  })
  const dataProvider = useMemo(() => {
    const secured: Client = {
      ...client,
      request: (...call) => client.request(...call).catch(failed),
      call: (...call) => client.call(...call).catch(failed),
    }
    return createDataProvider(secured, spaceId, isBounded)
  }, [client, failed, spaceId, isBounded])
  return <DataProviderContext.Provider value={dataProvider}>{children}</DataProviderContext.Provider>
}

/**
 * Everything below works in one space: its calls, its links and its own cache, so that no row, page or cursor
 * of one space can be painted under another. Give it the space id as its key.
 */
export function SpaceProvider({ spaceId, children }: { spaceId: string; children: ReactNode }) {
  const cache = useCaches().ofSpace(spaceId)
  return (
    <SpaceIdContext.Provider value={spaceId}>
      <DataProvision spaceId={spaceId}>
        <QueryClientProvider client={cache}>
          <BasenameContextProvider basename={spaceAddresses(spaceId).space()}>
            {children}
          </BasenameContextProvider>
        </QueryClientProvider>
      </DataProvision>
    </SpaceIdContext.Provider>
  )
}

interface Caches {
  ofSpace: (spaceId: string) => QueryClient
  ofAccount: QueryClient
}

const CachesContext = createContext<Caches | null>(null)

function useCaches() {
  const caches = useContext(CachesContext)
  if (!caches) throw new Error('AccountDataProvider is missing')
  return caches
}

/** Loads the spaces and the person's roles in them again, from a page in a space, whose own cache has none of them. */
export function useReloadSpaces() {
  const { ofAccount } = useCaches()
  return () => ofAccount.invalidateQueries({ queryKey: ['spaces'] })
}

/** Reloads everything that is shown of a space, from any page. */
export function useReloadSpace() {
  const { ofSpace } = useCaches()
  return (spaceId: string) => ofSpace(spaceId).invalidateQueries()
}

/** Reads again what a page shows, of a space and of the account. */
export function useRefetchShown() {
  const { ofSpace, ofAccount } = useCaches()
  return async (spaceId: string | undefined) => {
    const caches = spaceId === undefined ? [ofAccount] : [ofAccount, ofSpace(spaceId)]
    await Promise.all(caches.map((cache) => cache.refetchQueries({ type: 'active' })))
  }
}

/** Makes the next page reload everything of these spaces, after something moved from one to the other. */
export function useReloadContents() {
  const { ofSpace } = useCaches()
  return (...spaceIds: string[]) => {
    for (const spaceId of spaceIds) {
      const cache = ofSpace(spaceId)
      // None of them may show old data, not even while it loads.
      cache.removeQueries({ type: 'inactive' })
      void cache.invalidateQueries({ refetchType: 'none' })
    }
  }
}

function createSpaceCaches() {
  const caches = new Map<string, QueryClient>()
  return (spaceId: string) => {
    const cache = caches.get(spaceId) ?? createQueryClient()
    caches.set(spaceId, cache)
    return cache
  }
}

/**
 * What the pages of an account ask with, in a space and outside of one. It keeps a cache for each space that was visited;
 * signing out unmounts it and drops them all.
 */
export function AccountDataProvider({ children }: { children: ReactNode }) {
  const [ofSpace] = useState(createSpaceCaches)
  const ofAccount = useQueryClient()
  const caches = useMemo(() => ({ ofSpace, ofAccount }), [ofSpace, ofAccount])
  return (
    <CachesContext.Provider value={caches}>
      <DataProvision spaceId={null}>{children}</DataProvision>
    </CachesContext.Provider>
  )
}
