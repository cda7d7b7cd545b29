import { MUTE_DAYS_MAX, type MuteInput, muteEntity } from '#contract/alerts'
import { msg } from './texts'

const DAY = 86_400_000

/** The contract's schema, with what the server refuses of the two times. */
const timesCheckedFrom = (from: (startsAt: string | null) => number) => {
  const lasts = ({ starts_at, ends_at }: MuteInput) => Date.parse(ends_at) - from(starts_at)
  return muteEntity.input
    .refine((mute) => lasts(mute) > 0, {
      path: ['ends_at'],
      params: { text: msg('mutes.form.before') },
    })
    .refine((mute) => lasts(mute) <= MUTE_DAYS_MAX * DAY, {
      path: ['ends_at'],
      params: { text: msg('mutes.form.tooLong'), days: MUTE_DAYS_MAX },
    })
}
/** A new one begins now at the earliest. */
export const newMute = timesCheckedFrom((at) => Math.max(at === null ? 0 : Date.parse(at), Date.now()))
/** One that has begun may end before now, which ends it. */
export const changedMute = timesCheckedFrom((at) => (at === null ? Date.now() : Date.parse(at)))
