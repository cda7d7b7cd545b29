import type { z } from 'zod'
import { rolloutsApi, type Trial } from '#contract/rollouts'
import { useRead } from '../../dataProvider/answers'
import { useSpaceport } from '../../dataProvider/queries'
import { useRested } from '../useRested'

/** What a trial takes. */
export type TrialInput = z.output<typeof rolloutsApi.try.body>

/** What a roll-out would do. It is asked again when the person has stopped typing; null while the form is incomplete. */
export function useTrial(input: TrialInput | null) {
  const { ask } = useSpaceport()
  const asked = input === null ? '' : JSON.stringify(input)
  const rested = useRested(asked)
  const query = useRead(
    rolloutsApi.try,
    { rested },
    async (signal): Promise<Trial> => {
      const body: TrialInput = JSON.parse(rested)
      return ask(rolloutsApi.try, { body, signal })
    },
    { enabled: rested !== '' && rested === asked, placeholderData: (shown) => shown, staleTime: 30_000 },
  )
  return { ...query, isTrying: asked !== '' && (rested !== asked || query.isFetching) }
}
