import { useQuery } from '@tanstack/react-query'
import type { Message } from '#contract/messages'
import { compareInWorker } from '../../../components/diff/body/compareInWorker'
import type { CompareOptions } from '../../../components/diff/body/printJson'

/** The comparison of two bodies, made in a worker. A body never changes, so a comparison is made once. */
export const useComparison = (left: Message, right: Message, options: CompareOptions) =>
  useQuery({
    queryKey: ['comparison', left.id, right.id, options],
    queryFn: ({ signal }) => compareInWorker({ left: left.body, right: right.body, ...options }, signal),
    staleTime: Infinity,
    gcTime: 60_000,
    networkMode: 'always',
  })
