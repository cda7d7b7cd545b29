import { styled } from '@mui/material'
import { COMMENT_MAX_LENGTH } from '#contract/common'
import { type Device, type DeviceCreate, deviceStateSchema } from '#contract/devices'
import { DeviceStateText } from '../../components/contact/State'
import { msg as contactMsg } from '../../components/contact/texts'
import { lazyPart } from '../../components/lazyPart'
import { TimeText } from '../../components/page'
import {
  copyField,
  type Fields,
  idField,
  nameField,
  tagsField,
  timeField,
} from '../../components/resource/fields'
import { useTags } from '../../components/tags/useTags'
import { labelCodec } from './labels'
import { msg, useTranslate } from './texts'

const LabelRows = lazyPart(() => import('./LabelRows'))

const LabelList = styled('ul')(({ theme }) => ({
  listStyle: 'none',
  display: 'flex',
  flexWrap: 'wrap',
  gap: 4,
  margin: 0,
  padding: 0,
  fontSize: '0.75rem',
  lineHeight: '20px',
  '& li': {
    display: 'inline-flex',
    maxWidth: '100%',
    borderRadius: 4,
    border: `1px solid ${theme.palette.divider}`,
  },
  '& span': { padding: '0 6px', overflowWrap: 'anywhere' },
  '& span:first-of-type': {
    color: theme.palette.text.secondary,
    backgroundColor: theme.palette.action.hover,
  },
}))

/** Labels, each a name with its value; nothing when there are none. */
function Labels({ label }: Pick<Device, 'label'>) {
  const rows = Object.entries(label ?? {})
  if (rows.length === 0) return null
  return (
    <LabelList>
      {rows.map(([name, value]) => (
        <li key={name}>
          <span>{name}</span> <span>{value}</span>
        </li>
      ))}
    </LabelList>
  )
}

/** Time of the device's last boot, or that it never had a session. Rules, "Sessions of a device". */
function SessionText({ device: { session_id }, relative }: { device: Device; relative?: boolean }) {
  const translate = useTranslate()
  // The id is the Unix time of the boot in seconds; 0 without a session.
  const time = new Date(session_id * 1000)
  if (session_id === 0 || Number.isNaN(time.getTime())) return translate('devices.noSession')
  return <TimeText value={time.toISOString()} relative={relative} />
}

/** The server lists either those that are here, or those that were moved away. */
const MOVED_CHOICES = [{ id: 'true', name: msg('devices.movedElsewhere') }] as const

const STATE_CHOICES = deviceStateSchema.options.map((id) => ({
  id,
  name: contactMsg(`contact.states.${id}`),
}))

/** The fields of a device. Rules, "Devices". */
export const deviceFields = {
  name: {
    ...nameField<Device>(msg('devices.name'), 'name', ({ name }) => name),
    details: false,
    input: { kind: 'text', errors: { pattern: 'page.errors.name' } },
  },
  contact: {
    label: contactMsg('contact.state'),
    show: (device) => <DeviceStateText device={device} />,
    details: false,
    column: {
      cell: (device) => <DeviceStateText device={device} isShortOnPhones />,
      sortBy: 'state',
      filter: { kind: 'multiselect', source: 'state', choices: STATE_CHOICES },
      width: 232,
      card: 'title',
    },
  },
  comment: {
    label: msg('devices.comment'),
    show: ({ comment }) => comment,
    wide: true,
    column: { yields: 5 },
    input: { kind: 'text', multiline: true, maxLength: COMMENT_MAX_LENGTH },
  },
  id: idField<Device>(msg('devices.id'), { sortBy: 'id', yields: 3 }),
  space_id: 'hidden',
  tags: {
    ...tagsField(msg('devices.tags')),
    details: false,
    column: {
      card: 'end',
      width: 120,
      filter: {
        kind: 'multiselect',
        source: 'tag_ids',
        logicSource: 'tag_filter_logic',
        choices: useTags,
      },
    },
  },
  serial_number: {
    ...copyField<Device>(msg('devices.serialNumber'), ({ serial_number }) => serial_number),
    column: {
      cell: ({ serial_number }) => serial_number,
      sortBy: 'serial_number',
      filter: { kind: 'text', source: 'serial_number' },
      width: 128,
      yields: 6,
    },
    input: {
      kind: 'text',
      inputMode: 'numeric',
      errors: msg('devices.errors.serialNumber'),
      taken: msg('devices.errors.serialNumberTaken'),
    },
  },
  token: {
    label: msg('devices.token'),
    input: {
      kind: 'text',
      secret: true,
      hint: msg('devices.create.tokenHint'),
      errors: msg('devices.errors.token'),
    },
  },
  last_seen: timeField<Device>(msg('devices.lastSeen'), ({ last_seen }) => last_seen, {
    sortBy: 'last_seen',
    width: 120,
    card: 'line',
  }),
  session_id: {
    label: msg('devices.session'),
    show: (device) => <SessionText device={device} relative />,
    column: {
      cell: (device) => <SessionText device={device} />,
      sortBy: 'session_id',
      width: 120,
      yields: 4,
    },
  },
  created_at: timeField<Device>(msg('devices.created'), ({ created_at }) => created_at, {
    width: 124,
    hidden: true,
    yields: 2,
  }),
  label: {
    label: msg('devices.labels'),
    show: ({ label }) => <Labels label={label} />,
    details: false,
    column: { hidden: true, yields: 1, inDetails: true },
    input: { kind: 'own', Input: LabelRows, initial: [], codec: labelCodec },
  },
  external_id: {
    ...copyField<Device>(msg('devices.externalId'), ({ external_id }) => external_id),
    input: { kind: 'text' },
  },
  config_hash: copyField<Device>(msg('devices.configHash'), ({ config_hash }) => config_hash),
  decoder_hash: copyField<Device>(msg('devices.decoderHash'), ({ decoder_hash }) => decoder_hash),
  encoder_hash: copyField<Device>(msg('devices.encoderHash'), ({ encoder_hash }) => encoder_hash),
  dashboard_type: 'hidden',
  moved_at: {
    ...timeField<Device>(msg('devices.moved'), ({ moved_at }) => moved_at, {
      width: 124,
      hidden: true,
      yields: 1,
      filter: { kind: 'multiselect', source: 'moved', choices: MOVED_CHOICES },
    }),
    details: false,
  },
  moved_to: 'hidden',
  moved_from: 'hidden',
  version: 'hidden',
} satisfies Fields<Device, DeviceCreate>
