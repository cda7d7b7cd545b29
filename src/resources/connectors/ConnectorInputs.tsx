import AddIcon from '@mui/icons-material/Add'
import DownIcon from '@mui/icons-material/ArrowDownward'
import UpIcon from '@mui/icons-material/ArrowUpward'
import RemoveIcon from '@mui/icons-material/Close'
import { Box, Button, IconButton, Stack, Typography } from '@mui/material'
import { type MouseEvent, useRef } from 'react'
import { CheckboxGroupInput, CheckboxGroupInputClasses, TextInput, useRecordContext } from 'react-admin'
import { flushSync } from 'react-dom'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
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
import { CodeInput } from '../../components/editor'
import { TOUCH_SIZE } from '../../theme/theme'
import { msg, useTranslate } from './texts'
import { type ConnectorValues, isMessageType, nameOfTrigger } from './values'

/** Which messages trigger the connector; a new one has fewer to choose from. Rules, "Connectors". */
export function TriggersInput() {
  const connector = useRecordContext<Connector>()
  // The seven message types, and whatever else the connector has, so that saving loses none.
  const choices: readonly Trigger[] = connector?.id
    ? TRIGGERS.filter((trigger) => isMessageType(trigger) || connector.triggers.includes(trigger))
    : CREATE_TRIGGERS
  return (
    <CheckboxGroupInput
      source="triggers"
      label={msg('connectors.fields.triggers')}
      helperText={msg('connectors.form.triggersHint')}
      choices={choices.map((id) => ({ id, name: nameOfTrigger(id) }))}
      parse={(chosen: readonly Trigger[]) => choices.filter((trigger) => chosen.includes(trigger))}
      margin="none"
      sx={{
        [`& .${CheckboxGroupInputClasses.label}`]: { transform: 'none' },
        '& label': { minHeight: { xs: TOUCH_SIZE, md: 'auto' } },
      }}
    />
  )
}

interface DelayInputProps {
  index: number
  isLast: boolean
  move: (from: number, to: number) => void
  remove: (index: number) => void
}

/** One delay, with buttons that move and remove it. */
function DelayInput({ index, isLast, move, remove }: DelayInputProps) {
  const translate = useTranslate()
  const number = index + 1
  const label = translate('connectors.delays.row', { number })
  const source = `retry_delays.${index}.value` as const
  const { getValues, setValue } = useFormContext<ConnectorValues>()

  // As the contract reads it. Rules, "Connectors".
  const zeroNegative = () => {
    const typed = getValues(source)?.trim()
    if (typed?.includes('-') && parseDuration(typed) === 0)
      setValue(source, '0', { shouldDirty: true, shouldValidate: true })
  }

  const moveTo =
    (to: number) =>
    ({ currentTarget: button }: MouseEvent<HTMLButtonElement>) => {
      flushSync(() => move(index, to))
      // At its end the button can hold the focus no more.
      if (button.disabled) button.closest('fieldset')?.querySelector('input')?.focus()
    }
  const buttons = [
    { action: 'moveUp', Icon: UpIcon, disabled: index === 0, onClick: moveTo(index - 1) },
    { action: 'moveDown', Icon: DownIcon, disabled: isLast, onClick: moveTo(index + 1) },
    { action: 'remove', Icon: RemoveIcon, disabled: false, onClick: () => remove(index) },
  ] as const

  return (
    <Box
      component="fieldset"
      aria-label={label}
      sx={{ display: 'flex', alignItems: 'start', width: '100%', border: 0, p: 0, m: 0, minWidth: 0 }}
    >
      <TextInput
        source={source}
        onBlur={zeroNegative}
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
  const delays = rows.map(({ value }) => parseDuration(value?.trim() || '0') ?? Number.NaN)
  if (!delays.every((delay) => delay <= RETRY_DELAY_MAX)) return null

  const retries = delays.filter((delay) => delay > 0)
  const total = formatDuration(retries.reduce((sum, delay) => sum + delay, 0))
  return (
    <Typography role="status" variant="body2">
      {retries.length === 0
        ? translate('connectors.delays.none')
        : translate('connectors.delays.total', { smart_count: retries.length, total })}
    </Typography>
  )
}

/** Delays before the retries as rows, in the order in which they pass. Rules, "Connectors". */
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
        {translate('connectors.fields.retry_delays')}
      </Typography>
      <Typography variant="body2" color="text.secondary" sx={{ mb: 0.5 }}>
        {translate('connectors.delays.hint')}
      </Typography>
      {fields.map(({ id }, index) => (
        <DelayInput
          key={id}
          index={index}
          isLast={index === fields.length - 1}
          move={move}
          remove={removeRow}
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
      label={translate('connectors.fields.transformation')}
      language="javascript"
      hint={translate('connectors.form.transformationHint')}
    />
  )
}
