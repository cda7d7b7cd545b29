import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type AlertTest, type AlertTestInput, alertTestsApi } from '#contract/alerts'
import { useFailureToast } from '../../../components/page'
import { useAnswer, useAnswers } from '../../../dataProvider/answers'
import { useSpaceport } from '../../../dataProvider/queries'

/** Milliseconds between two polls for results: while something is being sent, and while it waits for a retry. */
const SOON = 1000
const LATER = 15_000

/** Interval to the next poll; false if all results are final. */
function pollOf({ mail, pushes, deliveries }: AlertTest): number | false {
  const waiting = [...(mail ? [mail] : []), ...pushes, ...deliveries].filter(({ state }) =>
    ['waiting', 'pending', 'held'].includes(state),
  )
  if (waiting.length === 0) return false
  return waiting.some(({ state, next_attempt_at }) => state !== 'held' && next_attempt_at === null)
    ? SOON
    : LATER
}

/** Sends a test, and polls until all results are final. */
export function useTest() {
  const { ask } = useSpaceport()
  const { put } = useAnswers()
  const [id, setId] = useState<string | null>(null)
  const { mutate: send, isPending } = useMutation({
    mutationFn: (body: AlertTestInput) => ask(alertTestsApi.send, { body }),
    onSuccess: async (begun) => {
      await put(alertTestsApi.get, begun, { params: { alertTestId: begun.id } })
      setId(begun.id)
    },
    onError: useFailureToast(),
  })
  const { data, error } = useAnswer(alertTestsApi.get, {
    params: { alertTestId: id ?? '' },
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data ? pollOf(state.data) : SOON),
  })
  return { send, isSending: isPending, test: data, error }
}
