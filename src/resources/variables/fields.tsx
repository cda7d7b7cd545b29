import LockIcon from '@mui/icons-material/LockOutlined'
import HiddenIcon from '@mui/icons-material/VisibilityOffOutlined'
import { Box } from '@mui/material'
import { HIDDEN, LANGUAGE_CAPABILITY } from '#contract/common'
import { VARIABLE_SORTS, type Variable, variableEntity } from '#contract/variables'
import { lazyPart } from '../../components/lazyPart'
import { HiddenText, SecretText, WithIcon } from '../../components/page'
import { entityFields } from '../../components/resource/entityFields'
import { RecordLink } from '../../components/resource/RowActions'
import { NameLink } from '../../components/table'
import { useAddresses } from '../../dataProvider/SpaceProvider'
import { group, msg, useTranslate } from './texts'

const DeviceInput = lazyPart(async () => ({ default: (await import('./VariableInputs')).DeviceInput }))
const ConnectorsInput = lazyPart(async () => ({
  default: (await import('./VariableInputs')).ConnectorsInput,
}))
const SecretInput = lazyPart(async () => ({ default: (await import('./VariableInputs')).SecretInput }))
const EnvironmentInput = lazyPart(async () => ({
  default: (await import('./VariableInputs')).EnvironmentInput,
}))

const markStyle = { color: 'text.secondary', fontSize: '0.8125rem', fontWeight: 400 } as const

/** Says that a variable is locked, and with `full` explains it. */
export function LockedText({ full = false }: { full?: boolean }) {
  const translate = useTranslate()
  return (
    <WithIcon title={full ? undefined : translate('variables.lockedReason')} sx={markStyle}>
      <LockIcon />
      <span>{translate(full ? 'variables.lockedReason' : 'variables.fields.locked')}</span>
    </WithIcon>
  )
}

function DeviceLink({ variable: { device_id, device_name } }: { variable: Variable }) {
  const { record } = useAddresses()
  if (device_id === null) return <span>{'–'}</span>
  return <NameLink to={record('devices', device_id)} name={device_name ?? device_id} />
}

/** Says that a variable is a secret, and explains it. */
function SecretSentence() {
  return <span>{useTranslate()('variables.isSecret')}</span>
}

/** Says that a variable is a secret. */
function SecretMark() {
  const translate = useTranslate()
  return (
    <WithIcon sx={markStyle}>
      <HiddenIcon />
      {translate('variables.fields.secret')}
    </WithIcon>
  )
}

/** Says that connectors get a variable. */
function SharedText() {
  return <span>{useTranslate()('variables.forConnectors')}</span>
}

/** The value, which may be a secret. */
function Value({ variable: { id, value } }: { variable: Variable }) {
  const what = useTranslate()('variables.fields.value')
  // The value of the next variable on the same page starts hidden.
  return value === HIDDEN ? <HiddenText what={what} /> : <SecretText key={id} value={value} what={what} />
}

/** The fields of a variable. Rules, "Variables". */
export const variableFields = entityFields(
  variableEntity,
  VARIABLE_SORTS,
  group('variables.fields'),
  {
    device_name: {
      show: (variable) => <DeviceLink variable={variable} />,
      column: { card: 'line' },
    },
    name: {
      column: {
        filter: [
          {
            kind: 'text',
            source: 'text',
            label: msg('variables.search'),
            capability: LANGUAGE_CAPABILITY,
          },
          { kind: 'text', source: 'name', replacedBy: LANGUAGE_CAPABILITY },
        ],
        cell: (variable) => (
          <Box
            component="span"
            sx={{ display: 'flex', flexWrap: 'var(--row-wrap, wrap)', alignItems: 'baseline', columnGap: 1 }}
          >
            <RecordLink id={variable.id} name={variable.name} />
            {variable.secret && <SecretMark />}
            {variable.locked && <LockedText />}
          </Box>
        ),
      },
      input: {
        kind: 'text',
        errors: {
          required: msg('variables.errors.name'),
          tooShort: msg('variables.errors.name'),
          pattern: msg('variables.errors.oneLine'),
        },
      },
    },
    value: {
      show: (variable) => <Value variable={variable} />,
      column: {},
      input: {
        kind: 'text',
        secret: true,
        // Not trimmed: a space at either end belongs to the value.
        codec: { toForm: (value) => value, fromForm: (value) => value },
      },
    },
    environment: {
      column: { width: 120, dropPriority: 3, card: 'line' },
      input: { kind: 'own', Input: EnvironmentInput },
    },
    for_connectors: {
      show: ({ for_connectors: isShared }) => isShared && <SharedText />,
      optional: true,
      column: null,
      input: {
        kind: 'own',
        Input: ConnectorsInput,
        // Not sent if nobody has touched it, or if the server has no such field.
        codec: { toForm: (value) => value, fromForm: (value) => value ?? undefined },
      },
    },
    secret: {
      show: ({ secret }) => secret && <SecretSentence />,
      optional: true,
      column: null,
      input: {
        kind: 'own',
        Input: SecretInput,
        codec: { toForm: (value) => value, fromForm: (value) => value ?? undefined },
      },
    },
    comment: { wide: true, column: { dropPriority: 2 } },
    id: { column: { dropPriority: 1 } },
    device_id: { input: { kind: 'own', Input: DeviceInput } },
    created_at: { column: null },
    updated_at: { column: null },
  },
  ['locked'],
)
