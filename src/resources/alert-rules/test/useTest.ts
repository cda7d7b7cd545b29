import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type AlertTest, type AlertTestInput, alertTestsApi } from '#contract/alerts'
import { useFailureToast } from '../../../components/page'
import { useAnswer, useAnswers } from '../../../dataProvider/answers'
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

/** Sends a test, and follows what comes of it until each part has an end. */
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
