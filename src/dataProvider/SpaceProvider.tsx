import { QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { BasenameContextProvider, DataProviderContext, useEvent, useLogoutIfAccessDenied } from 'react-admin'
import { BOUNDED_LISTS_CAPABILITY, LANGUAGE_CAPABILITY } from '#contract/common'
import { spaceAddresses } from '../addresses'
import { useCapability } from '../config'
import { currentLanguage } from '../preferences'
import { createDataProvider } from '.'
import { ApiError, type Client, Denied, isUnreachable, useClient } from './client'

/** Retries of a query without an answer, and the first delay in milliseconds if the server does not name one. */
const RETRIES = 2
const RETRY_AFTER = 1000

/** A cache for one space, or for everything outside of spaces. */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        // While the server is known to be down, retries wait for it.
        retry: (failures, error) => failures < RETRIES && isUnreachable(error),
        retryDelay: (failures, error) =>
          (error instanceof ApiError && error.retryAfter) || RETRY_AFTER * 2 ** failures,
        refetchOnWindowFocus: false,
      },
      // A save must not silently wait for the server.
      mutations: { networkMode: 'always' },
    },
  })

const SpaceIdContext = createContext<string | null>(null)

/** Id of the current space; null outside of a space. */
export const useOptionalSpaceId = () => useContext(SpaceIdContext)

/** Id of the current space. Errors: the page is in none. */
export function useSpaceId(): string {
  const spaceId = useOptionalSpaceId()
  if (!spaceId) throw new Error('This part belongs in a space')
  return spaceId
}

/** The addresses of the current space. Errors: the page is in none. */
export function useAddresses() {
  const spaceId = useSpaceId()
  return useMemo(() => spaceAddresses(spaceId), [spaceId])
}

/** What decides about refusals; null if it does not load, such as after a new deployment: then they count as about the session. */
async function loadRefusal() {
  try {
    return await import('./refusal')
  } catch {
    return null
  }
}

/**
 * The data provider of a space, or of everything outside of spaces. A denied call applies the rules for 401 and 403 and
 * fails with `Denied`; react-admin would let it succeed with an empty object. Rules, "Requests".
 */
function DataProvision({ spaceId, children }: { spaceId: string | null; children: ReactNode }) {
  const client = useClient()
  const isBounded = useCapability(BOUNDED_LISTS_CAPABILITY)
  const sortsByLanguage = useCapability(LANGUAGE_CAPABILITY)
  const carryOutRules = useLogoutIfAccessDenied()
  const failed = useEvent(async (error: unknown): Promise<never> => {
    if (spaceId !== null && error instanceof ApiError && error.status === 403) {
      const refusal = await loadRefusal()
      await refusal?.checkSession(client, spaceId, error)
    }
    throw (await carryOutRules(error)) ? new Denied() : error
  })
  const dataProvider = useMemo(() => {
    const secured: Client = {
      ...client,
      request: (...call) => client.request(...call).catch(failed),
      call: (...call) => client.call(...call).catch(failed),
    }
    return createDataProvider(secured, spaceId, isBounded, currentLanguage, sortsByLanguage)
  }, [client, failed, spaceId, isBounded, sortsByLanguage])
  return <DataProviderContext.Provider value={dataProvider}>{children}</DataProviderContext.Provider>
}

/**
 * Scopes everything below to one space: its calls, its links and its cache. Rows, pages and cursors of one space can
 * never appear in another. Use the space id as the key.
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

/** Reloads the list of spaces and the person's roles, which are in the account's cache, not in that of a space. */
export function useReloadSpaces() {
  const { ofAccount } = useCaches()
  return () => ofAccount.invalidateQueries({ queryKey: ['spaces'] })
}

/** Reloads everything shown of a space, from any page. */
export function useReloadSpace() {
  const { ofSpace } = useCaches()
  return (spaceId: string) => ofSpace(spaceId).invalidateQueries()
}

/** Refetches everything on the page, of the space and of the account. */
export function useRefetchShown() {
  const { ofSpace, ofAccount } = useCaches()
  return async (spaceId: string | undefined) => {
    const caches = spaceId === undefined ? [ofAccount] : [ofAccount, ofSpace(spaceId)]
    await Promise.all(caches.map((cache) => cache.refetchQueries({ type: 'active' })))
  }
}

/** Makes the next page reload everything of these spaces, after something has moved between them. */
export function useReloadContents() {
  const { ofSpace } = useCaches()
  return (...spaceIds: string[]) => {
    for (const spaceId of spaceIds) {
      const cache = ofSpace(spaceId)
      // No page may show old data, not even while it loads.
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

/** Holds the caches of an account: its own and one per visited space. Signing out unmounts it and drops them all. */
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
