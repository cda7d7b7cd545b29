import {
  changedMuteTimes,
  MUTE_AHEAD_DAYS_MAX,
  MUTE_DAYS_MAX,
  type Mute,
  type MuteInput,
  type MuteTimes,
  muteEntity,
  muteFault,
  newMuteTimes,
} from '#contract/alerts'
import { serverNow } from '../../clock'
import { msg } from './texts'

/** The contract's schema, with the server's rules for the two times. */
const withTimes = (timesOf: (input: MuteInput, now: number) => MuteTimes | null) =>
  muteEntity.input.superRefine((input, context) => {
    const now = serverNow()
    const fault = muteFault(timesOf(input, now), now)
    if (!fault) return
    const isMissing = input.repeats === null && fault === 'never'
    context.addIssue({
      code: 'custom',
      path: input.repeats ? ['repeats', 'until'] : [fault === 'tooFar' ? 'starts_at' : 'ends_at'],
      params: {
        text: isMissing ? msg('mutes.form.missing') : msg(`mutes.form.${fault}`),
        days: fault === 'tooFar' ? MUTE_AHEAD_DAYS_MAX : MUTE_DAYS_MAX,
      },
    })
  })

/** For a new mute. */
export const newMute = withTimes(newMuteTimes)

/** For an existing mute: a start in the past stays valid, even if the form omits it. */
export const changeOf = ({
  starts_at,
  ends_at,
  repeats,
}: Pick<Mute, 'starts_at' | 'ends_at' | 'repeats'>) => {
  const before = { from: Date.parse(starts_at), until: Date.parse(ends_at), repeats }
  return withTimes((input, now) => changedMuteTimes(before, input, now))
}
