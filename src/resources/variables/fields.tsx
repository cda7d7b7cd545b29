import LockIcon from '@mui/icons-material/LockOutlined'
import { Box } from '@mui/material'
import { COMMENT_MAX_LENGTH } from '#contract/common'
import type { Variable, VariableCreate } from '#contract/variables'
import { lazyPart } from '../../components/lazyPart'
import { SecretText, WithIcon } from '../../components/page'
import { copyField, type Fields, idField, nameField, timeField } from '../../components/resource/fields'
import { NameLink } from '../../components/table'
import { useAddresses } from '../../dataProvider/SpaceProvider'
import { msg, useTranslate } from './texts'

const DeviceInput = lazyPart(async () => ({ default: (await import('./VariableInputs')).DeviceInput }))
const EnvironmentInput = lazyPart(async () => ({
  default: (await import('./VariableInputs')).EnvironmentInput,
}))

/** Says that a variable is locked, and with `full` what that means. */
export function LockedText({ full = false }: { full?: boolean }) {
  const translate = useTranslate()
  return (
    <WithIcon
      title={full ? undefined : translate('variables.lockedReason')}
      sx={{ color: 'text.secondary', fontSize: '0.8125rem', fontWeight: 400 }}
    >
      <LockIcon />
      {translate(full ? 'variables.lockedReason' : 'variables.locked')}
    </WithIcon>
  )
}

function DeviceLink({ variable: { device_id, device_name } }: { variable: Variable }) {
  const { record } = useAddresses()
  if (device_id === null) return '–'
  return <NameLink to={record('devices', device_id)} name={device_name ?? device_id} />
}

/** The value, which may be a secret. */
const Value = ({ variable: { id, value } }: { variable: Variable }) => (
  // The next variable on the same page starts hidden.
  <SecretText key={id} value={value} what={useTranslate()('variables.value')} />
)

const variableName = nameField<Variable>(msg('variables.name'), 'name', ({ name }) => name)

/** The fields of a variable. Rules, "Variables". */
export const variableFields = {
  device_name: {
    label: msg('variables.deviceName'),
    show: (variable) => <DeviceLink variable={variable} />,
    column: { card: 'line' },
  },
  name: {
    ...variableName,
    column: {
      ...variableName.column,
      cell: (variable) => (
        <Box
          component="span"
          sx={{ display: 'flex', flexWrap: 'var(--row-wrap, wrap)', alignItems: 'baseline', columnGap: 1 }}
        >
          {variableName.column.cell(variable)}
          {variable.locked && <LockedText />}
        </Box>
      ),
    },
    input: {
      kind: 'text',
      errors: { required: msg('variables.errors.name'), tooShort: msg('variables.errors.name') },
    },
  },
  value: {
    label: msg('variables.value'),
    show: (variable) => <Value variable={variable} />,
    column: {},
    input: {
      kind: 'text',
      secret: true,
      // Kept to the letter: a space at an end belongs to the value.
      codec: { toForm: (value) => value, fromForm: (value) => value },
    },
  },
  environment: {
    label: msg('variables.environment'),
    show: ({ environment }) => environment,
    column: { width: 120, yields: 3, card: 'line' },
    input: { kind: 'own', Input: EnvironmentInput },
  },
  comment: {
    label: msg('variables.comment'),
    show: ({ comment }) => comment,
    wide: true,
    column: { yields: 2 },
    input: { kind: 'text', multiline: true, maxLength: COMMENT_MAX_LENGTH },
  },
  id: idField<Variable>(msg('variables.id'), { sortBy: 'id', yields: 1 }),
  device_id: {
    ...copyField<Variable>(msg('variables.deviceId'), ({ device_id }) => device_id),
    input: { kind: 'own', Input: DeviceInput },
  },
  created_at: timeField<Variable>(msg('variables.created'), ({ created_at }) => created_at),
  updated_at: timeField<Variable>(msg('variables.updated'), ({ updated_at }) => updated_at),
  space_id: 'hidden',
  locked: 'hidden',
  version: 'hidden',
} satisfies Fields<Variable, VariableCreate>
