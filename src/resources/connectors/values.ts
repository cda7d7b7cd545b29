import { type Connector, formatDuration, type Trigger } from '#contract/connectors'
import { MESSAGE_TYPES, type MessageType } from '#contract/messages'
import { tagOf } from '../../clock'
import { msg as messageMsg } from '../../components/message/texts'
import { msg } from './texts'

/** One delay in the form, as it is typed. */
export interface DelayRow {
  value: string | null
}

/** What the form of a connector holds. */
export type ConnectorValues = Pick<Connector, 'direction' | 'triggers' | 'tags' | 'transformation'> & {
  /** Delays before the retries, as they are typed. */
  retry_delays: DelayRow[]
  /** Undefined where the form does not ask for it. */
  batch_size?: Connector['batch_size']
}

export const isMessageType = (trigger: Trigger): trigger is MessageType =>
  MESSAGE_TYPES.some((type) => type === trigger)

/** Key of a trigger's name: that of a message type, or of one of the two older triggers. */
export const nameOfTrigger = (trigger: Trigger) =>
  isMessageType(trigger) ? messageMsg(`message.types.${trigger}`) : msg(`connectors.triggers.${trigger}`)

const UNITS: Readonly<Record<string, string>> = { d: 'day', h: 'hour', m: 'minute', s: 'second' }

/** "1 hour 30 minutes": seconds as people read them, where nobody types. */
export const durationText = (seconds: number, locale: string): string =>
  formatDuration(seconds)
    .split(' ')
    .map((part) => {
      const unit = UNITS[part.slice(-1)]
      const format = new Intl.NumberFormat(tagOf(locale), { style: 'unit', unit, unitDisplay: 'long' })
      return format.format(Number.parseInt(part, 10))
    })
    .join(' ')
