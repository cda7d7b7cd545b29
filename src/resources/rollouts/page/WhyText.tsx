import type { Hold, Rollout } from '#contract/rollouts'
import { troubleSchema } from '#contract/rollouts'
import { formatMinute, useClock } from '../../../clock'
import { useTranslate } from '../../../components/rollouts/texts'
import { useListText } from '../../../components/value/listText'
import { totalOf } from '../Progress'

/** The troubles that have paused a roll-out, in words. */
export function useTroublesText(): (hold: Hold) => string {
  const translate = useTranslate()
  const list = useListText()
  return ({ count, troubles }) => {
    const known = troubleSchema.options.flatMap((trouble) => {
      const smart_count = troubles[trouble] ?? 0
      return smart_count > 0 ? [translate(`rollouts.troubled.${trouble}`, { smart_count })] : []
    })
    return known.length > 0 ? list(known) : translate('rollouts.troubled.other', { smart_count: count })
  }
}

/** Whether it is done once the devices of the current stage are. */
const isLastWait = ({ stage, stages }: Pick<Rollout, 'stage' | 'stages'>) =>
  stage >= stages.length - 1 && (stages.at(-1)?.gate?.minutes ?? 0) === 0

/** Why a roll-out is as it is, in a sentence. */
function useWhy() {
  const translate = useTranslate()
  const clock = useClock()
  const troublesText = useTroublesText()
  const time = (value: string) => formatMinute(Date.parse(value), clock)

  const ofHold = (hold: Hold) =>
    hold.kind === 'failed'
      ? translate('rollouts.why.failed', { smart_count: hold.count, limit: hold.limit })
      : translate('rollouts.why.troubled', { troubles: troublesText(hold), limit: hold.limit })

  const ofGate = ({ stage, stages }: Rollout, until: string) => {
    if (stage >= stages.length - 1) return translate('rollouts.why.gateLast', { time: time(until) })
    const { failed_max = 0, troubled_max = 0 } = stages[stage]?.gate ?? {}
    return failed_max + troubled_max === 0
      ? translate('rollouts.why.gateNone', { time: time(until) })
      : translate('rollouts.why.gate', { time: time(until), failed: failed_max, troubled: troubled_max })
  }

  const ofDevices = ({ progress, expected_end, stage, stages }: Rollout) => {
    const { ordered, handed_over } = totalOf(progress)
    const smart_count = ordered + handed_over
    return expected_end === null || !isLastWait({ stage, stages })
      ? translate('rollouts.why.devices', { smart_count })
      : translate('rollouts.why.devicesBy', { smart_count, time: time(expected_end) })
  }

  const ofWait = (rollout: Rollout) => {
    const { waits_for } = rollout
    if (waits_for === null) return translate('rollouts.why.works')
    const { kind, until } = waits_for
    switch (kind) {
      case 'devices':
        return ofDevices(rollout)
      case 'hours':
        return until === null
          ? translate('rollouts.why.hoursOpen')
          : translate('rollouts.why.hours', { time: time(until) })
      case 'gate':
        return until === null ? translate('rollouts.why.works') : ofGate(rollout, until)
      case 'person':
        return translate('rollouts.why.person')
    }
  }

  return (rollout: Rollout): string => {
    const { state, hold } = rollout
    if (state === 'running') return ofWait(rollout)
    if (state === 'paused') return hold ? ofHold(hold) : translate('rollouts.why.paused')
    return translate(`rollouts.why.${state}`)
  }
}

/** The reason for the state of a roll-out, and when it is expected to be done. */
export function WhyText({ rollout }: { rollout: Rollout }) {
  const translate = useTranslate()
  const clock = useClock()
  const why = useWhy()(rollout)
  const { expected_end, state, waits_for } = rollout
  const isSaid = waits_for?.kind === 'devices' && isLastWait(rollout)
  return (
    <span>
      <span>{why}</span>
      {state === 'running' && expected_end !== null && !isSaid && (
        <span>{`. ${translate('rollouts.trial.end', { time: formatMinute(Date.parse(expected_end), clock) })}`}</span>
      )}
    </span>
  )
}
