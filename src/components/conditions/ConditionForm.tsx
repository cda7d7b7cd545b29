import { Box, MenuItem, Stack, TextField } from '@mui/material'
import type { ConditionField } from '#contract/devices'
import { SERIES_CAPABILITY } from '#contract/series/capability'
import { useCapability } from '../../config'
import { ComboboxField } from '../combobox/ComboboxField'
import { useSpaceSeries } from '../series/useSeries'
import { useTags } from '../tags/useTags'
import { CHOICES, type ConditionValues, type Fault, type How, newValues, operatorOf } from './choices'
import { useTranslate } from './texts'

interface ConditionFormProps {
  values: ConditionValues
  onChange: (values: ConditionValues) => void
  /** Shown at its input. */
  fault: Fault | null
}

const FIELDS = Object.keys(CHOICES).filter((name): name is ConditionField => name in CHOICES)
const UNITS = ['m', 'h', 'd'] as const

/** A choice of a few. */
function Select<Value extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string
  value: Value
  options: readonly { value: Value; text: string }[]
  onChange: (value: Value) => void
}) {
  return (
    <TextField
      select
      fullWidth
      label={label}
      value={value}
      onChange={({ target }) => {
        const chosen = options.find((option) => option.value === target.value)
        if (chosen) onChange(chosen.value)
      }}
    >
      {options.map((option) => (
        <MenuItem key={option.value} value={option.value}>
          {option.text}
        </MenuItem>
      ))}
    </TextField>
  )
}

/** The texts of how a field can be compared. */
function useHowText() {
  const translate = useTranslate()
  return (field: ConditionField, how: How): string => {
    if (how === 'empty' || how === 'emptyNot') {
      if (field === 'value') return translate(`conditions.valueOperators.${how}`)
      if (field === 'label') return translate(`conditions.labelOperators.${how}`)
      if (field === 'tag') return translate(`conditions.tagOperators.${how}`)
      if (field === 'last_seen') return translate(`conditions.seenOperators.${how}`)
    }
    if (field === 'last_seen' && (how === 'within' || how === 'withinNot'))
      return translate(`conditions.seenOperators.${how}`)
    return translate(`conditions.operators.${how}`)
  }
}

/** The series that a condition is about. */
function SeriesField({ values, onChange, fault }: ConditionFormProps) {
  const translate = useTranslate()
  const query = useSpaceSeries()
  const choices = (query.data ?? []).map(({ path, label }) => ({ id: path, name: label }))
  const value =
    choices.find(({ id }) => id === values.key) ?? (values.key ? { id: values.key, name: values.key } : null)
  return (
    <ComboboxField
      label={translate('conditions.path')}
      value={value}
      onChange={({ id }) => onChange({ ...values, key: id })}
      onClear={() => onChange({ ...values, key: '' })}
      onType={() => undefined}
      choices={choices}
      detailOf={({ id, name }) => (id === name ? null : id)}
      isLoading={query.isFetching && !query.data}
      {...(query.isError && !query.data && { failure: translate('conditions.valuesFailed') })}
      onRetry={() => void query.refetch()}
      error={fault === 'path' && translate('conditions.faults.path')}
    />
  )
}

/** What the field is compared with. */
function ComparedInput({ values, onChange, fault }: ConditionFormProps) {
  const translate = useTranslate()
  const { data: series } = useSpaceSeries()
  const tags = useTags() ?? []
  const { field, how, text, count, unit, tagId } = values
  const operator = operatorOf(how)
  const errorOf = (own: Fault) => fault === own && translate(`conditions.faults.${own}`)
  if (operator === 'empty') return null
  if (operator === 'within')
    return (
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'start' }}>
        <TextField
          fullWidth
          label={translate('conditions.count')}
          value={count}
          inputMode="numeric"
          onChange={({ target }) => onChange({ ...values, count: target.value })}
          error={fault === 'duration'}
          helperText={errorOf('duration')}
        />
        <Select
          label={translate('conditions.unit')}
          value={unit}
          options={UNITS.map((value) => ({ value, text: translate(`conditions.units.${value}`) }))}
          onChange={(chosen) => onChange({ ...values, unit: chosen })}
        />
      </Box>
    )
  if (field === 'tag')
    return (
      <ComboboxField
        label={translate('conditions.tag')}
        value={tags.find(({ id }) => id === tagId) ?? null}
        onChange={({ id }) => onChange({ ...values, tagId: id })}
        onType={() => undefined}
        choices={tags}
        detailOf={() => null}
        isLoading={false}
        onRetry={() => undefined}
        error={errorOf('tag')}
      />
    )
  const isNumber = field === 'value'
  const unitText = isNumber ? series?.find(({ path }) => path === values.key)?.unit : null
  const own = isNumber ? 'number' : 'text'
  return (
    <TextField
      fullWidth
      label={unitText ? translate('conditions.numberIn', { unit: unitText }) : translate(`conditions.${own}`)}
      value={text}
      {...(isNumber && { inputMode: 'decimal' })}
      onChange={({ target }) => onChange({ ...values, text: target.value })}
      error={fault === own}
      helperText={errorOf(own)}
    />
  )
}

/** The inputs of one condition. */
export function ConditionForm(props: ConditionFormProps) {
  const { values, onChange, fault } = props
  const translate = useTranslate()
  const howText = useHowText()
  const hasValues = useCapability(SERIES_CAPABILITY)
  const { field, how } = values
  return (
    <Stack sx={{ gap: 1.5 }}>
      <Select
        label={translate('conditions.field')}
        value={field}
        options={FIELDS.filter((value) => hasValues || value !== 'value').map((value) => ({
          value,
          text: translate(`conditions.fields.${value}`),
        }))}
        onChange={(chosen) => onChange(newValues(chosen))}
      />
      {field === 'value' && <SeriesField {...props} />}
      {field === 'label' && (
        <TextField
          fullWidth
          label={translate('conditions.labelName')}
          value={values.key}
          onChange={({ target }) => onChange({ ...values, key: target.value })}
          error={fault === 'labelName'}
          helperText={fault === 'labelName' && translate('conditions.faults.labelName')}
        />
      )}
      <Select<How>
        label={translate('conditions.operator')}
        value={how}
        options={CHOICES[field].map((value) => ({ value, text: howText(field, value) }))}
        onChange={(chosen) => onChange({ ...values, how: chosen })}
      />
      <ComparedInput {...props} />
    </Stack>
  )
}
