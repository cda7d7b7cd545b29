import type { Rollout, RolloutState as State } from '#contract/rollouts'
import { StateText, type Tone } from '../../components/page'
import { useTranslate } from '../../components/rollouts/texts'

const TONES = new Map<State, Tone>([
  ['draft', 'none'],
  ['running', 'waiting'],
  ['paused', 'warning'],
  ['done', 'good'],
  ['stopped', 'none'],
])

/** The state of a roll-out; one that has paused itself says why. */
export function RolloutState({ rollout: { state, hold } }: { rollout: Pick<Rollout, 'state' | 'hold'> }) {
  const translate = useTranslate()
  const isHeld = state === 'paused' && hold !== null
  if (!isHeld)
    return <StateText tone={TONES.get(state) ?? 'none'}>{translate(`rollouts.states.${state}`)}</StateText>
  return (
    <StateText tone="bad">
      {translate(`rollouts.states.${hold.kind === 'failed' ? 'pausedFailed' : 'pausedTroubled'}`, {
        smart_count: hold.count,
      })}
    </StateText>
  )
}
