import AddIcon from '@mui/icons-material/Add'
import DownIcon from '@mui/icons-material/ArrowDownward'
import UpIcon from '@mui/icons-material/ArrowUpward'
import RemoveIcon from '@mui/icons-material/Close'
import {
  Box,
  Button,
  Checkbox,
  FormControl,
  FormControlLabel,
  FormGroup,
  FormHelperText,
  FormLabel,
  IconButton,
  Stack,
  Typography,
} from '@mui/material'
import { type MouseEvent, useRef } from 'react'
import { TextInput, useRecordContext, ValidationError } from 'react-admin'
import { flushSync } from 'react-dom'
import { useController, useFieldArray, useWatch } from 'react-hook-form'
import {
  type Connector,
  CREATE_TRIGGERS,
  formatDuration,
  parseDuration,
  RETRIES_MAX,
  RETRY_DELAY_MAX,
  TRIGGERS,
  type Trigger,
} from '#contract/connectors'
import { MESSAGE_TYPES } from '#contract/messages'
import { CodeInput } from '../../components/editor'
import { useTranslate } from '../../i18n/translate'
import { type ConnectorValues, useTriggerText } from './fields'

/** The seven message types, and whatever else the connector has, so that saving loses none. Spec 1, section 2. */
const choicesOf = ({ triggers }: Connector) =>
  TRIGGERS.filter((trigger) => MESSAGE_TYPES.some((type) => type === trigger) || triggers.includes(trigger))

/** Which messages trigger the connector; a new one has fewer to choose from. Spec 1, section 2. */
export function TriggersInput() {
  const connector = useRecordContext<Connector>()
  const choices: readonly Trigger[] = connector?.id ? choicesOf(connector) : CREATE_TRIGGERS
  const translate = useTranslate()
  const text = useTriggerText()
  const { field, fieldState } = useController<ConnectorValues, 'triggers'>({ name: 'triggers' })
  const error = fieldState.error?.message
  const toggle = (trigger: Trigger, chosen: boolean) =>
    field.onChange(choices.filter((choice) => (choice === trigger ? chosen : field.value.includes(choice))))
  return (
    <FormControl component="fieldset" error={error !== undefined}>
      <FormLabel component="legend">{translate('connectors.triggersLabel')}</FormLabel>
      <FormGroup row>
        {choices.map((trigger, index) => (
          <FormControlLabel
            key={trigger}
            label={text(trigger)}
            control={
              <Checkbox
                checked={field.value.includes(trigger)}
                onChange={(_event, chosen) => toggle(trigger, chosen)}
                onBlur={field.onBlur}
                slotProps={{ input: { ref: index === 0 ? field.ref : undefined } }}
              />
            }
          />
        ))}
      </FormGroup>
      <FormHelperText sx={{ mx: 0 }}>
        {error ? <ValidationError error={error} /> : translate('connectors.form.triggersHint')}
      </FormHelperText>
    </FormControl>
  )
}

interface DelayInputProps {
  index: number
  isLast: boolean
  onMove: (to: number) => void
  onRemove: () => void
}

/** One delay, with buttons that move and remove it. */
function DelayInput({ index, isLast, onMove, onRemove }: DelayInputProps) {
  const translate = useTranslate()
  const number = index + 1
  const label = translate('connectors.delays.row', { number })

  const moveTo =
    (to: number) =>
    ({ currentTarget: button }: MouseEvent<HTMLButtonElement>) => {
      flushSync(() => onMove(to))
      // At its end the button can hold the focus no more.
      if (button.disabled) button.closest('fieldset')?.querySelector('input')?.focus()
    }
  const buttons = [
    { action: 'moveUp', Icon: UpIcon, disabled: index === 0, onClick: moveTo(index - 1) },
    { action: 'moveDown', Icon: DownIcon, disabled: isLast, onClick: moveTo(index + 1) },
    { action: 'remove', Icon: RemoveIcon, disabled: false, onClick: onRemove },
  ] as const

  return (
    <Box
      component="fieldset"
      aria-label={label}
      sx={{ display: 'flex', alignItems: 'start', width: '100%', border: 0, p: 0, m: 0, minWidth: 0 }}
    >
      <TextInput
        source={`retry_delays.${index}.value`}
        label={label}
        size="small"
        helperText={false}
        autoComplete="off"
        slotProps={{ htmlInput: { spellCheck: false, autoCapitalize: 'off' } }}
        sx={{ flex: '0 1 220px', minWidth: 0, mr: 0.5 }}
      />
      {buttons.map(({ action, Icon, ...button }) => (
        <IconButton
          key={action}
          aria-label={translate(`connectors.delays.${action}`, { number })}
          {...button}
        >
          <Icon fontSize="small" />
        </IconButton>
      ))}
    </Box>
  )
}

/** When a delivery is given up with the delays that the form holds; nothing while one of them is wrong. */
function RetrySummary() {
  const translate = useTranslate()
  const rows = useWatch<ConnectorValues, 'retry_delays'>({ name: 'retry_delays' })
  const delays = rows.map(({ value }) => parseDuration(value?.trim() || '0'))
  const known = delays.filter((delay) => delay !== undefined)
  if (known.length < delays.length || known.some((delay) => delay > RETRY_DELAY_MAX)) return null

  const retries = known.filter((delay) => delay > 0)
  const total = formatDuration(retries.reduce((sum, delay) => sum + delay, 0))
  return (
    <Typography role="status" variant="body2">
      {retries.length === 0
        ? translate('connectors.delays.none')
        : translate('connectors.delays.total', { smart_count: retries.length, total })}
    </Typography>
  )
}

/** Delays before the retries as rows, in the order in which they pass. Spec 1, section 5. */
export function DelaysInput() {
  const translate = useTranslate()
  const { fields, append, remove, move } = useFieldArray<ConnectorValues, 'retry_delays'>({
    name: 'retry_delays',
  })
  const addButton = useRef<HTMLButtonElement>(null)

  const removeRow = (index: number) => {
    // With all rows in use the button cannot take the focus before one is gone.
    flushSync(() => remove(index))
    addButton.current?.focus()
  }

  return (
    <Stack component="fieldset" sx={{ border: 0, p: 0, m: 0, minWidth: 0, gap: 1.5, alignItems: 'start' }}>
      <Typography component="legend" variant="subtitle2" sx={{ p: 0, mb: 1 }}>
        {translate('connectors.delays.label')}
      </Typography>
      <Typography variant="body2" color="text.secondary" sx={{ mb: 0.5 }}>
        {translate('connectors.delays.hint')}
      </Typography>
      {fields.map(({ id }, index) => (
        <DelayInput
          key={id}
          index={index}
          isLast={index === fields.length - 1}
          onMove={(to) => move(index, to)}
          onRemove={() => removeRow(index)}
        />
      ))}
      <Button
        ref={addButton}
        startIcon={<AddIcon />}
        disabled={fields.length >= RETRIES_MAX}
        onClick={() => append({ value: null }, { focusName: `retry_delays.${fields.length}.value` })}
      >
        {translate('connectors.delays.add')}
      </Button>
      <RetrySummary />
    </Stack>
  )
}

/** The connector's code. */
export function TransformationInput() {
  const translate = useTranslate()
  return (
    <CodeInput
      source="transformation"
      label={translate('connectors.transformation')}
      language="javascript"
      hint={translate('connectors.form.transformationHint')}
    />
  )
}
