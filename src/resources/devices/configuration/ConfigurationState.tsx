import type { Device } from '#contract/devices'
import { formatMoment, serverNow, useClock } from '../../../clock'
import { StateText, type Tone } from '../../../components/page'
import { useTranslate } from '../texts'

type State = NonNullable<Device['configuration']>

const TONES: Record<State['state'], Tone> = {
  none: 'none',
  as_wished: 'good',
  waiting: 'waiting',
  differs: 'warning',
}

interface ConfigurationStateProps {
  of: State
  /** When the state began; ISO time. */
  since?: string | null
}

/** "As wished", "Waiting since 12:03" or "Differs: 2 settings". */
export function ConfigurationState({ of: { state, differences }, since }: ConfigurationStateProps) {
  const translate = useTranslate()
  const clock = useClock()
  const at = since ? Date.parse(since) : Number.NaN
  const words = () => {
    if (state === 'differs') return translate('devices.configured.differs', { smart_count: differences })
    if (state === 'waiting' && !Number.isNaN(at))
      return translate('devices.configured.waitingSince', { time: formatMoment(at, serverNow(), clock) })
    return translate(`devices.configured.states.${state}`)
  }
  return <StateText tone={TONES[state]}>{words()}</StateText>
}
