import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type AlertTest, type AlertTestInput, alertTestsApi } from '#contract/alerts'
import { useFailureToast } from '../../../components/page'
import { useSpaceport } from '../../../dataProvider/queries'

/** How often to look what came of a test, in milliseconds: while something is being sent, and while it waits to be tried again. */
const SOON = 1000
const LATER = 15_000

/** Whether something may still change, and how soon; false when all has come to its end. */
function pollOf({ mail, pushes, deliveries }: AlertTest): number | false {
  const waiting = [...(mail ? [mail] : []), ...pushes, ...deliveries].filter(({ state }) =>
    ['waiting', 'pending', 'held'].includes(state),
  )
  if (waiting.length === 0) return false
  return waiting.some(({ state, next_attempt_at }) => state !== 'held' && next_attempt_at === null)
    ? SOON
    : LATER
}

const keyOf = (id: string | null) => ['alert-tests', id]

/** Sends a test, and follows what comes of it until each part has an end. */
export function useTest() {
  const { ask } = useSpaceport()
  const queryClient = useQueryClient()
  const [id, setId] = useState<string | null>(null)
  const { mutate: send, isPending } = useMutation({
    mutationFn: (body: AlertTestInput) => ask(alertTestsApi.send, { body }),
    onSuccess: (begun) => {
      queryClient.setQueryData(keyOf(begun.id), begun)
      setId(begun.id)
    },
    onError: useFailureToast(),
  })
  const { data, error } = useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => ask(alertTestsApi.get, { params: { alertTestId: id ?? '' }, signal }),
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data ? pollOf(state.data) : SOON),
  })
  return { send, isSending: isPending, test: data, error }
}
