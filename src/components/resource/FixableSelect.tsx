import { SelectInput, type SelectInputProps } from 'react-admin'
import type { MessageKey } from '../../i18n/translate'
import type { NamedChoice } from '../table/types'

/** It can be reached, so that the reason is read, and not changed. */
const FIXED = {
  readOnly: true,
  sx: { '& .MuiFormHelperText-root.Mui-disabled': { color: 'text.secondary' } },
  slotProps: { select: { SelectDisplayProps: { 'aria-disabled': true, style: { opacity: 0.5 } } } },
} as const

interface FixableSelectProps extends Pick<SelectInputProps, 'source'> {
  label: MessageKey
  choices: readonly NamedChoice[]
  /** Why the choice stays as it is, in words; null when it can be changed. */
  reason: string | null
}

/** A required choice of a form, which keeps its value where there is a reason, and says why. */
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
