import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Security, secondFactorApi } from '#contract/secondFactor'
import { useCalls } from '../../../dataProvider/calls'

const SECURITY_KEY = ['security']

// `Loaded` takes what has no id for the answer of a denied call.
const withId = (security: Security | null) => security && { id: 'security', ...security }

/** What protects the account of the signed-in person. */
export function useSecurity() {
  const { ask } = useCalls()
  return useQuery({
    queryKey: SECURITY_KEY,
    queryFn: async () => (await ask(secondFactorApi.read)) ?? null,
    select: withId,
  })
}

/** Loads it again, after it was changed. */
export function useReloadSecurity() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: SECURITY_KEY })
}

/** Whether the server wants a second factor of the person, and there is none. */
export const lacksFactor = ({ is_required, authenticator_since, passkeys }: Security): boolean =>
  is_required && authenticator_since === null && passkeys.length === 0
