import { QueryClient } from '@tanstack/react-query'

/** A cache for one space, or for what belongs to no space. */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: false, refetchOnWindowFocus: false },
      // A save must not wait silently for the server to come back.
      mutations: { networkMode: 'always' },
    },
  })
