import { styled } from '@mui/material'
import { LIST_FILTERS_CAPABILITY } from '#contract/common'
import {
  DEVICE_FILTERS_CAPABILITY,
  DEVICE_SORTS,
  type Device,
  deviceEntity,
  deviceStateSchema,
} from '#contract/devices'
import { configurationStateSchema } from '#contract/devices/configurationState'
import { ROLLOUTS_CAPABILITY } from '#contract/rollouts/capability'
import { DeviceStateCell, DeviceStateText } from '../../components/contact/State'
import { msg as contactMsg } from '../../components/contact/texts'
import { lazyPart } from '../../components/lazyPart'
import { RelativeTime, TimeText } from '../../components/page'
import { entityFields } from '../../components/resource/entityFields'
import { TAGS } from '../../components/resource/fields'
import { useTags } from '../../components/tags/useTags'
import { ConfigurationState } from './configuration/ConfigurationState'
import { labelCodec } from './labels'
import { group, msg, useTranslate } from './texts'

const ConditionsField = lazyPart(() => import('../../components/conditions/ConditionsField'), 'conditions')
const ConditionText = lazyPart(() => import('../../components/conditions/ConditionText'), 'conditions')
const LabelRows = lazyPart(() => import('./LabelRows'))

/** Columns by which devices can be left out, as a condition calls them. */
const EXCLUDED: Readonly<Record<string, string>> = {
  name: 'name',
  comment: 'comment',
  tags: 'tag',
  serial_number: 'serial_number',
  firmware: 'firmware',
}

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

/** Labels, each a name with its value; nothing without labels. */
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

/** A time in a list, relative to now; the tooltip and copied text have the time itself. */
const Ago = ({ value }: { value: string | null }) =>
  value === null ? <TimeText value={null} /> : <RelativeTime value={value} isCopied />

/** Time of the device's last boot, or a note that it never had a session. Rules, "Sessions of a device". */
function SessionText({ device: { session_id }, isAgo }: { device: Device; isAgo?: boolean }) {
  const translate = useTranslate()
  // The id is the Unix time of the boot in seconds; 0 without a session.
  const time = new Date(session_id * 1000)
  if (session_id === 0 || Number.isNaN(time.getTime())) return <span>{translate('devices.noSession')}</span>
  const value = time.toISOString()
  return isAgo ? <Ago value={value} /> : <TimeText value={value} relative />
}

/** The server lists either the devices that are here, or those that were moved away. */
const MOVED_CHOICES = [{ id: 'true', name: msg('devices.movedElsewhere') }] as const

const STATE_CHOICES = deviceStateSchema.options.map((id) => ({
  id,
  name: contactMsg(`contact.states.${id}`),
}))

const CONFIGURATION_CHOICES = configurationStateSchema.options.map((id) => ({
  id,
  name: msg(`devices.configured.states.${id}`),
}))

/** The fields of a device. Rules, "Devices". */
export const deviceFields = entityFields(
  deviceEntity,
  DEVICE_SORTS,
  group('devices.fields'),
  {
    name: {
      column: {
        filter: [
          {
            kind: 'text',
            source: 'text',
            minLength: 2,
            label: msg('devices.search'),
            capability: DEVICE_FILTERS_CAPABILITY,
          },
          { kind: 'text', source: 'name', replacedBy: DEVICE_FILTERS_CAPABILITY },
        ],
      },
      input: { kind: 'text', errors: { required: 'page.naming.required', pattern: 'page.errors.name' } },
    },
    contact: {
      show: (device) => device.contact && <DeviceStateText device={device} />,
      details: false,
      optional: true,
      column: {
        cell: (device) => <DeviceStateCell device={device} />,
        sortBy: 'state',
        valuesOf: ({ contact }) => (contact ? [contact.state] : []),
        filter: { kind: 'multiselect', source: 'state', choices: STATE_CHOICES },
        width: 104,
        card: 'title',
      },
    },
    configuration: {
      show: ({ configuration }) => configuration && <ConfigurationState of={configuration} />,
      details: false,
      optional: true,
      column: {
        sortBy: undefined,
        filter: {
          kind: 'multiselect',
          source: 'configuration',
          choices: CONFIGURATION_CHOICES,
          withColumn: true,
        },
        width: 132,
        hidden: true,
        dropPriority: 2,
      },
    },
    comment: {
      wide: true,
      column: {
        least: 96,
        filter: {
          kind: 'text',
          source: 'comment',
          capability: LIST_FILTERS_CAPABILITY,
          replacedBy: DEVICE_FILTERS_CAPABILITY,
        },
        dropPriority: 5,
      },
    },
    id: { column: { hidden: false, dropPriority: 3 } },
    tags: {
      ...TAGS,
      column: {
        card: 'end',
        selfExplanatory: true,
        width: 120,
        least: 124,
        filter: {
          kind: 'multiselect',
          source: 'tag_ids',
          logicSource: 'tag_filter_logic',
          choices: useTags,
        },
      },
    },
    serial_number: {
      copied: true,
      column: {
        cell: ({ serial_number }) => serial_number,
        sortBy: 'serial_number',
        filter: {
          kind: 'text',
          source: 'serial_number',
          capability: LIST_FILTERS_CAPABILITY,
          replacedBy: DEVICE_FILTERS_CAPABILITY,
        },
        width: 128,
        figures: true,
        dropPriority: 6,
      },
      input: {
        kind: 'text',
        inputMode: 'numeric',
        errors: msg('devices.errors.serialNumber'),
        taken: msg('devices.errors.serialNumberTaken'),
      },
    },
    token: {
      input: {
        kind: 'text',
        secret: true,
        hint: msg('devices.create.tokenHint'),
        errors: msg('devices.errors.token'),
      },
    },
    last_seen: {
      column: { cell: ({ last_seen }) => <Ago value={last_seen} />, width: 112, card: 'line' },
    },
    session_id: {
      show: (device) => <SessionText device={device} />,
      column: {
        cell: (device) => <SessionText device={device} isAgo />,
        align: undefined,
        width: 104,
        dropPriority: 4,
      },
    },
    firmware: {
      optional: true,
      column: {
        width: 120,
        hidden: true,
        dropPriority: 2,
        sortBy: undefined,
        filter: {
          kind: 'text',
          source: 'firmware',
          minLength: 1,
          capability: ROLLOUTS_CAPABILITY,
          withColumn: true,
        },
      },
    },
    created_at: { column: { width: 124, hidden: true, dropPriority: 2 } },
    label: {
      show: ({ label }) => <Labels label={label} />,
      column: {
        hidden: true,
        dropPriority: 1,
        filter: {
          kind: 'conditions',
          source: 'where',
          label: msg('devices.condition'),
          excluding: (column, value) => EXCLUDED[column] && `${EXCLUDED[column]} not is ${value}`,
          Field: ConditionsField,
          Shown: ConditionText,
          capability: DEVICE_FILTERS_CAPABILITY,
        },
      },
      input: { kind: 'own', Input: LabelRows, initial: [], codec: labelCodec },
    },
    external_id: { copied: true },
    config_hash: { copied: true },
    decoder_hash: { copied: true },
    encoder_hash: { copied: true },
    moved_at: {
      details: false,
      column: {
        width: 124,
        hidden: true,
        dropPriority: 1,
        filter: { kind: 'multiselect', source: 'moved', choices: MOVED_CHOICES },
      },
    },
  },
  ['dashboard_type', 'open_alerts', 'moved_to', 'moved_from'],
)
