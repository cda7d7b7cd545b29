import { SelectInput, type SelectInputProps } from 'react-admin'
import type { MessageKey } from '../../i18n/translate'
import type { NamedChoice } from '../table/types'

/** Read-only rather than disabled, so that the field can be focused and its reason read. */
const FIXED = {
  readOnly: true,
  sx: { '& .MuiFormHelperText-root.Mui-disabled': { color: 'text.secondary' } },
  slotProps: { select: { SelectDisplayProps: { 'aria-disabled': true, style: { opacity: 0.5 } } } },
} as const

interface FixableSelectProps extends Pick<SelectInputProps, 'source'> {
  label: MessageKey
  choices: readonly NamedChoice[]
  /** Why the value is fixed, in words; null if it can be changed. */
  reason: string | null
}

/** A required select of a form. With a reason, it keeps its value and shows the reason. */
export function FixableSelect({ source, label, choices, reason }: FixableSelectProps) {
  return (
    <SelectInput
      source={source}
      label={label}
      choices={[...choices]}
      {...(reason !== null && FIXED)}
      helperText={reason ?? false}
      isRequired
      fullWidth
    />
  )
}
