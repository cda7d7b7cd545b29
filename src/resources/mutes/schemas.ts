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
const withTimes = (timesOf: (input: MuteInput, now: number) => MuteTimes) =>
  muteEntity.input.superRefine((input, context) => {
    const now = serverNow()
    const fault = muteFault(timesOf(input, now), now)
    if (!fault) return
    context.addIssue({
      code: 'custom',
      path: [fault === 'tooFar' ? 'starts_at' : 'ends_at'],
      params: {
        text: msg(`mutes.form.${fault}`),
        days: fault === 'tooFar' ? MUTE_AHEAD_DAYS_MAX : MUTE_DAYS_MAX,
      },
    })
  })

/** For a new mute. */
export const newMute = withTimes(newMuteTimes)

/** For an existing mute: a start in the past stays valid, even if the form omits it. */
export const changeOf = ({ starts_at, ends_at }: Pick<Mute, 'starts_at' | 'ends_at'>) => {
  const before = { from: Date.parse(starts_at), until: Date.parse(ends_at) }
  return withTimes((input, now) => changedMuteTimes(before, input, now))
}
