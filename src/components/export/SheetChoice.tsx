import { Box, FormHelperText, MenuItem, TextField } from '@mui/material'
import { DECIMALS, SEPARATORS, type SheetSettings, TIMES, zoneOf } from '../sheets/sheetSettings'
import { CELL_MAX } from '../sheets/xlsx'
import { useTranslate } from './texts'

const SEPARATOR_NAMES = { ',': 'comma', ';': 'semicolon', '\t': 'tab' } as const
const DECIMAL_NAMES = { '.': 'point', ',': 'comma' } as const

interface ChoiceProps<Value extends string> {
  label: string
  value: Value
  values: readonly Value[]
  nameOf: (value: Value) => string
  onChange: (value: Value) => void
}

function Choice<Value extends string>({ label, value, values, nameOf, onChange }: ChoiceProps<Value>) {
  return (
    <TextField
      select
      size="small"
      label={label}
      value={value}
      onChange={({ target }) => {
        const next = values.find((one) => one === target.value)
        if (next !== undefined) onChange(next)
      }}
    >
      {values.map((one) => (
        <MenuItem key={one} value={one}>
          {nameOf(one)}
        </MenuItem>
      ))}
    </TextField>
  )
}

export interface SheetChoiceProps {
  format: 'csv' | 'xlsx'
  settings: SheetSettings
  onSettings: (settings: SheetSettings) => void
}

/** How a file for spreadsheets is written: separators, and the zone of its times. */
export function SheetChoice({ format, settings, onSettings }: SheetChoiceProps) {
  const translate = useTranslate()
  const { separator, decimal, times } = settings
  return (
    <Box sx={{ display: 'grid', gap: 2, mt: 2 }}>
      {format === 'csv' && (
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' } }}>
          <Choice
            label={translate('export.separator')}
            value={separator}
            values={SEPARATORS}
            nameOf={(one) => translate(`export.separators.${SEPARATOR_NAMES[one]}`)}
            onChange={(next) => onSettings({ ...settings, separator: next })}
          />
          <Choice
            label={translate('export.decimal')}
            value={decimal}
            values={DECIMALS}
            nameOf={(one) => translate(`export.decimals.${DECIMAL_NAMES[one]}`)}
            onChange={(next) => onSettings({ ...settings, decimal: next })}
          />
        </Box>
      )}
      <Choice
        label={translate('export.times')}
        value={times}
        values={TIMES}
        nameOf={(one) => translate(`export.zones.${one}`, { zone: zoneOf({ times: one }) })}
        onChange={(next) => onSettings({ ...settings, times: next })}
      />
      <FormHelperText sx={{ m: 0 }}>{translate(`export.hints.${format}`, { max: CELL_MAX })}</FormHelperText>
    </Box>
  )
}
