import AddIcon from '@mui/icons-material/Add'
import EarlierIcon from '@mui/icons-material/ArrowBack'
import LaterIcon from '@mui/icons-material/ArrowForward'
import RemoveIcon from '@mui/icons-material/Close'
import { Box, Button, FormHelperText, IconButton, Stack, Typography } from '@mui/material'
import { visuallyHidden } from '@mui/utils'
import { type KeyboardEvent, useRef, useState } from 'react'
import {
  CheckboxGroupInput,
  CheckboxGroupInputClasses,
  TextInput,
  useLocale,
  useRecordContext,
  ValidationError,
} from 'react-admin'
import { flushSync } from 'react-dom'
import { useFieldArray, useFormContext, useFormState, useWatch } from 'react-hook-form'
import { ALERTS_CAPABILITY } from '#contract/alerts/capability'
import {
  type Connector,
  CREATE_TRIGGERS,
  parseDuration,
  RETRIES_MAX,
  RETRY_DELAY_MAX,
  TRIGGERS,
  type Trigger,
} from '#contract/connectors'
import { CodeInput } from '../../components/editor'
import { useCapability } from '../../config'
import { msg, useTranslate } from './texts'
import { type ConnectorValues, durationText, isMessageType, nameOfTrigger } from './values'

/** Message types that trigger the connector; a new one has fewer choices. Rules, "Connectors". */
export function TriggersInput() {
  const hasAlerts = useCapability(ALERTS_CAPABILITY)
  const connector = useRecordContext<Connector>()
  // The seven message types, and the connector's other triggers, so that saving loses none.
  const choices: readonly Trigger[] = connector?.id
    ? TRIGGERS.filter((trigger) => isMessageType(trigger) || connector.triggers.includes(trigger))
    : CREATE_TRIGGERS
  return (
    <CheckboxGroupInput
      source="triggers"
      label={msg('connectors.fields.triggers')}
      helperText={msg(`connectors.form.${hasAlerts ? 'triggersOrAlertsHint' : 'triggersHint'}`)}
      choices={choices.map((id) => ({ id, name: nameOfTrigger(id) }))}
      parse={(chosen: readonly Trigger[]) => choices.filter((trigger) => chosen.includes(trigger))}
      margin="none"
      sx={{ [`& .${CheckboxGroupInputClasses.label}`]: { transform: 'none' } }}
    />
  )
}

/** Steps of the arrow keys. */
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

/** Nine fit on one line of a wide page. Errors are listed below all of them. */
const CHIP = {
  width: 108,
  '& .MuiOutlinedInput-root': { borderRadius: 4 },
  '& .MuiInputBase-input': { paddingBlock: 0.75, minWidth: 0 },
  '& .MuiFormHelperText-root': visuallyHidden,
} as const

/** The delay that the buttons move. */
const CHOSEN = {
  ...CHIP,
  '& .MuiOutlinedInput-notchedOutline': { borderColor: 'primary.main', borderWidth: 2 },
} as const

interface DelayInputProps {
  index: number
  isChosen: boolean
  onChoose: () => void
  move: (from: number, to: number) => void
  remove: (index: number) => void
}

/** One delay, as small as a chip; Alt and an arrow key move it. */
function DelayInput({ index, isChosen, onChoose, move, remove }: DelayInputProps) {
  const translate = useTranslate()
  const number = index + 1
  const label = translate('connectors.delays.row', { number })
  const source = `retry_delays.${index}.value` as const
  const { getValues, setValue } = useFormContext<ConnectorValues>()

  // As the contract parses it. Rules, "Connectors".
  const zeroNegative = () => {
    const typed = getValues(source)?.trim()
    if (typed?.includes('-') && parseDuration(typed) === 0)
      setValue(source, '0', { shouldDirty: true, shouldValidate: true })
  }

  const moveBy = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.altKey && STEPS[event.key]
    if (!step) return
    event.preventDefault()
    const all = event.currentTarget.closest('fieldset')
    const inputAt = (place: number) => all?.querySelectorAll('input')[place]
    if (!inputAt(index + step)) return
    flushSync(() => move(index, index + step))
    inputAt(index + step)?.focus()
  }

  return (
    <TextInput
      source={source}
      onFocus={onChoose}
      onBlur={zeroNegative}
      onKeyDown={moveBy}
      label={false}
      size="small"
      margin="none"
      helperText={false}
      autoComplete="off"
      sx={isChosen ? CHOSEN : CHIP}
      slotProps={{
        htmlInput: {
          'aria-label': label,
          'aria-keyshortcuts': 'Alt+ArrowLeft Alt+ArrowRight',
          spellCheck: false,
          autoCapitalize: 'off',
        },
        input: {
          endAdornment: (
            <IconButton
              size="small"
              edge="end"
              aria-label={translate('connectors.delays.remove', { number })}
              onClick={() => remove(index)}
            >
              <RemoveIcon sx={{ fontSize: 16 }} />
            </IconButton>
          ),
        },
      }}
    />
  )
}

interface MoveButtonProps {
  step: 1 | -1
  /** Index of the chosen delay; null if there is none. */
  chosen: number | null
  count: number
  onMove: (from: number, to: number) => void
}

/** Moves the chosen delay by one place. At either end it is only `aria-disabled`, so that it keeps the focus. */
function MoveButton({ step, chosen, count, onMove }: MoveButtonProps) {
  const translate = useTranslate()
  const to = (chosen ?? -1) + step
  const canMove = chosen !== null && to >= 0 && to < count
  const label =
    chosen === null
      ? translate(`connectors.delays.${step < 0 ? 'earlier' : 'later'}`)
      : translate(`connectors.delays.${step < 0 ? 'earlierOf' : 'laterOf'}`, { number: chosen + 1 })
  return (
    <IconButton
      size="small"
      title={label}
      aria-label={label}
      aria-disabled={!canMove}
      onClick={() => canMove && onMove(chosen, to)}
      sx={canMove ? undefined : { opacity: 0.4, cursor: 'not-allowed' }}
    >
      {step < 0 ? <EarlierIcon fontSize="small" /> : <LaterIcon fontSize="small" />}
    </IconButton>
  )
}

/** Errors of all delays, each once; screen readers hear them at the inputs. */
function DelayErrors() {
  const { errors } = useFormState<ConnectorValues>({ name: 'retry_delays' })
  const rows = errors.retry_delays
  const texts = Array.isArray(rows) ? rows.flatMap((row) => row?.value?.message ?? []) : []
  return [...new Set(texts)].map((text) => (
    <FormHelperText key={text} error aria-hidden>
      <ValidationError error={text} />
    </FormHelperText>
  ))
}

/** Number of retries and their total time, from the delays in the form; nothing while one is invalid. */
function RetrySummary() {
  const translate = useTranslate()
  const locale = useLocale()
  const rows = useWatch<ConnectorValues, 'retry_delays'>({ name: 'retry_delays' })
  const delays = rows.map(({ value }) => parseDuration(value?.trim() || '0') ?? Number.NaN)
  if (!delays.every((delay) => delay <= RETRY_DELAY_MAX)) return null

  const retries = delays.filter((delay) => delay > 0)
  const total = durationText(
    retries.reduce((sum, delay) => sum + delay, 0),
    locale,
  )
  return (
    <Typography role="status" variant="body2">
      {retries.length === 0
        ? translate('connectors.delays.none')
        : translate('connectors.delays.total', { smart_count: retries.length, total })}
    </Typography>
  )
}

/** Delays of the retries as chips, in their order. Rules, "Connectors". */
export function DelaysInput() {
  const translate = useTranslate()
  const { fields, append, remove, move } = useFieldArray<ConnectorValues, 'retry_delays'>({
    name: 'retry_delays',
  })
  const addButton = useRef<HTMLButtonElement>(null)
  const [chosen, setChosen] = useState<number | null>(null)

  const moveRow = (from: number, to: number) => {
    move(from, to)
    setChosen(to)
  }
  const removeRow = (index: number) => {
    // With the maximum of rows the button can take the focus only after one is removed.
    flushSync(() => remove(index))
    setChosen(null)
    addButton.current?.focus()
  }

  return (
    <Stack component="fieldset" sx={{ border: 0, p: 0, m: 0, minWidth: 0, gap: 1, alignItems: 'start' }}>
      <Typography component="legend" variant="subtitle2" sx={{ p: 0, mb: 1 }}>
        {translate('connectors.fields.retry_delays')}
      </Typography>
      <Typography variant="body2" color="text.secondary" sx={{ mb: 0.5 }}>
        {translate('connectors.delays.hint')}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        {fields.map(({ id }, index) => (
          <DelayInput
            key={id}
            index={index}
            isChosen={index === chosen}
            onChoose={() => setChosen(index)}
            move={moveRow}
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
        {fields.length > 1 && (
          <Box sx={{ display: 'inline-flex' }}>
            <MoveButton step={-1} chosen={chosen} count={fields.length} onMove={moveRow} />
            <MoveButton step={1} chosen={chosen} count={fields.length} onMove={moveRow} />
          </Box>
        )}
      </Box>
      <DelayErrors />
      <RetrySummary />
    </Stack>
  )
}

export function TransformationInput() {
  const translate = useTranslate()
  const connector = useRecordContext<Connector>()
  return (
    <CodeInput
      source="transformation"
      label={translate('connectors.fields.transformation')}
      language="javascript"
      hint={translate(
        connector?.type === 'mqtt' ? 'connectors.form.publicationHint' : 'connectors.form.transformationHint',
      )}
    />
  )
}
