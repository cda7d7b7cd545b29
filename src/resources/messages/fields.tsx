import ErrorIcon from '@mui/icons-material/ErrorOutline'
import { Link, styled } from '@mui/material'
import type { ReactNode } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { isObject } from '#contract/common'
import { STATE_CAPABILITY } from '#contract/devices'
import {
  CONFIRMATIONS_CAPABILITY,
  directionSchema,
  downOutcomeSchema,
  downStateSchema,
  MESSAGE_TYPES,
  type Message,
} from '#contract/messages'
import { DownlinkState, DownlinkStateCell } from '../../components/downlink/DownlinkState'
import { msg as downlinkMsg } from '../../components/downlink/texts'
import { parseJson } from '../../components/json'
import { DirectionText, OneLine } from '../../components/message/Direction'
import { MessageTime } from '../../components/message/MessageTime'
import { DeviceLabel, deviceNameOf, Summary } from '../../components/message/Summary'
import { msg as messageMsg } from '../../components/message/texts'
import { CopyText, MomentText, TimeText } from '../../components/page'
import { copyField, type Fields, idField, timeField } from '../../components/resource/fields'
import { msg as word } from '../../components/words/texts'
import { useAddresses } from '../../dataProvider/SpaceProvider'
import { msg, useTranslate } from './texts'

/** Whether a body is a JSON object with a field `error`. Rules, "Messages". */
export function hasError(body: string | null): boolean {
  // Most bodies have none, and some are as large as a megabyte.
  if (!body?.includes('"error"')) return false
  const value = parseJson(body)
  return isObject(value) && Object.hasOwn(value, 'error')
}

/** Type of the message, with an icon if its body has an error. */
function TypeText({ message: { type, body } }: { message: Message }) {
  const translate = useTranslate()
  return (
    <OneLine>
      <span>{translate(messageMsg(`message.types.${type}`))}</span>{' '}
      {hasError(body) && (
        <ErrorIcon color="error" fontSize="small" titleAccess={translate('messages.list.error')} />
      )}
    </OneLine>
  )
}

const Type = ({ type }: Pick<Message, 'type'>) => (
  <span>{useTranslate()(messageMsg(`message.types.${type}`))}</span>
)

function DeviceLink({ message, children }: { message: Message; children: ReactNode }) {
  return (
    <Link
      component={RouterLink}
      to={useAddresses().record('devices', message.device_id)}
      underline="hover"
      sx={{ fontWeight: 600 }}
    >
      {children}
    </Link>
  )
}

const Small = styled('span')({ fontSize: '0.75rem' })
const SmallId = ({ id }: Pick<Message, 'id'>) => (
  <Small>
    <CopyText value={id} what={useTranslate()('messages.id')} short />
  </Small>
)

const DIRECTION_CHOICES = directionSchema.options.map((id) => ({
  id,
  name: messageMsg(`message.directions.${id}`),
}))

const TYPE_CHOICES = MESSAGE_TYPES.map((id) => ({ id, name: messageMsg(`message.types.${id}`) }))

const DOWN_STATE_CHOICES = downStateSchema.options.map((id) => ({
  id,
  name: msg(`messages.downStates.${id}`),
}))

const DOWN_OUTCOME_CHOICES = downOutcomeSchema.options.map((id) => ({
  id,
  name: downlinkMsg(`downlink.outcomes.${id}`),
}))

const isDown = ({ direction }: Message) => direction === 'down'

/** The fields of a message. Rules, "Messages". */
export const messageFields = {
  id: idField<Message>(msg('messages.id'), {
    cell: ({ id }) => <SmallId id={id} />,
    width: 152,
    hidden: false,
    dropPriority: 1,
  }),
  device_id: {
    label: word('words.message.device'),
    show: (message) => <DeviceLink message={message}>{deviceNameOf(message)}</DeviceLink>,
  },
  created_at: timeField<Message>(msg('messages.createdAt'), ({ created_at }) => created_at, {
    cell: (message) => <MessageTime message={message} />,
    filter: { kind: 'dateRange', source: 'created_at', needsBoth: true, fallback: '10d' },
    brief: ({ created_at }) => <MomentText value={created_at} />,
    hideable: false,
    width: 112,
    card: 'title',
  }),
  direction: {
    label: msg('messages.direction'),
    show: ({ direction }) => <DirectionText direction={direction} />,
    column: {
      filter: { kind: 'multiselect', source: 'direction', choices: DIRECTION_CHOICES },
      width: 108,
      card: 'line',
      selfExplanatory: true,
    },
  },
  type: {
    label: word('words.message.type'),
    show: ({ type }) => <Type type={type} />,
    column: {
      cell: (message) => <TypeText message={message} />,
      filter: { kind: 'multiselect', source: 'type', choices: TYPE_CHOICES },
      width: 100,
      card: 'line',
      selfExplanatory: true,
    },
  },
  device_serial_number: {
    label: msg('messages.serialNumber'),
    show: ({ device_serial_number }) => device_serial_number,
    column: {
      label: word('words.message.device'),
      cell: (message) => (
        <DeviceLink message={message}>
          <DeviceLabel message={message} />
        </DeviceLink>
      ),
      width: 148,
      primary: true,
    },
  },
  device_name: 'hidden',
  down_state: {
    label: word('words.message.downState'),
    optional: true,
    show: (message) =>
      message.down_state ? <DownlinkState message={message} /> : isDown(message) ? undefined : null,
    column: {
      cell: (message) => <DownlinkStateCell message={message} />,
      filter: [
        {
          kind: 'multiselect',
          source: 'down_state',
          choices: DOWN_STATE_CHOICES,
          capability: STATE_CAPABILITY,
        },
        {
          kind: 'multiselect',
          source: 'down_outcome',
          label: downlinkMsg('downlink.outcome'),
          choices: DOWN_OUTCOME_CHOICES,
          capability: CONFIRMATIONS_CAPABILITY,
        },
      ],
      width: 104,
      card: 'line',
      selfExplanatory: true,
    },
  },
  down_attempt: {
    label: msg('messages.detail.attempts'),
    optional: true,
    show: (message) => (isDown(message) ? (message.down_attempt ?? undefined) : null),
  },
  down_state_at: {
    label: msg('messages.detail.stateAt'),
    optional: true,
    show: (message) => (isDown(message) ? <TimeText value={message.down_state_at} relative /> : null),
  },
  down_scheduled_at: {
    label: msg('messages.detail.scheduledAt'),
    optional: true,
    show: ({ down_scheduled_at }) => down_scheduled_at && <TimeText value={down_scheduled_at} relative />,
  },
  down_awaits: 'hidden',
  down_outcome: 'hidden',
  down_reason: 'hidden',
  down_expected_at: 'hidden',
  device_confirms: 'hidden',
  down_confirmed_at: {
    label: msg('messages.detail.confirmedAt'),
    optional: true,
    show: ({ down_confirmed_at }) => down_confirmed_at && <TimeText value={down_confirmed_at} relative />,
  },
  expires_at: {
    label: msg('messages.detail.expiresAt'),
    optional: true,
    show: ({ expires_at }) => expires_at && <TimeText value={expires_at} relative />,
  },
  measured_at: {
    label: msg('messages.detail.measuredAt'),
    optional: true,
    show: ({ measured_at }) => measured_at && <TimeText value={measured_at} relative />,
  },
  codec_hash: {
    ...copyField<Message>(msg('messages.detail.codecHash'), ({ codec_hash }) => codec_hash),
    wide: true,
  },
  body: {
    label: msg('messages.body'),
    show: ({ body }) => body,
    details: false,
    // Wide enough for three short values; the id is dropped first.
    column: {
      label: msg('messages.summary'),
      cell: (message) => <Summary message={message} />,
      least: 320,
      card: 'below',
    },
  },
  raw: { label: msg('messages.detail.raw'), show: ({ raw }) => raw, details: false },
} satisfies Fields<Message, object, never>
