import { styled, type Theme } from '@mui/material'
import { TOUCH, TOUCH_SIZE } from '../../theme/theme'

const control = ({ theme }: { theme: Theme }) => ({
  font: 'inherit',
  height: TOUCH_SIZE,
  [theme.breakpoints.up('md')]: { height: 36 },
  fontSize: '0.875rem',
  // Phones zoom in on inputs with smaller text.
  [TOUCH]: { fontSize: '1rem', height: TOUCH_SIZE },
  minWidth: 0,
  padding: '0 10px',
  border: `1px solid ${theme.palette.text.disabled}`,
  borderRadius: theme.shape.borderRadius,
  backgroundColor: theme.palette.background.paper,
  color: theme.palette.text.primary,
  '&[aria-invalid="true"]': { borderColor: theme.palette.error.main },
  '&:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: -1 },
})

/** A native text input in the console's style. */
export const Input = styled('input')(control)

const Select = styled('select')(control)

const SelectLabel = styled('label')(({ theme }) => ({
  ...theme.typography.body2,
  display: 'inline-flex',
  alignItems: 'center',
  gap: 8,
  minWidth: 0,
  color: theme.palette.text.secondary,
}))

interface NativeSelectProps<Value extends string | number> {
  label: string
  value: Value
  options: readonly { value: Value; text: string }[]
  onChange: (value: Value) => void
}

/** A native select with its label. */
export function NativeSelect<Value extends string | number>(props: NativeSelectProps<Value>) {
  const { label, value, options, onChange } = props
  const choose = (text: string) => {
    const chosen = options.find((option) => String(option.value) === text)
    if (chosen) onChange(chosen.value)
  }
  return (
    <SelectLabel>
      <span>{label}</span>
      <Select aria-label={label} value={value} onChange={(event) => choose(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </Select>
    </SelectLabel>
  )
}
