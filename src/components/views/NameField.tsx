import { TextField } from '@mui/material'
import { TEXT_MAX_LENGTH } from '#contract/common'
import { useTranslate } from './texts'

/** Whether a view can have this name. */
export const isName = (name: string): boolean => name.trim() !== '' && name.trim().length <= TEXT_MAX_LENGTH

/** Focuses an input as it appears: the person has just asked for it. */
const focusAtOnce = (input: HTMLInputElement | null) => input?.focus()

interface NameFieldProps {
  name: string
  /** Whether it was tried with a name that no view can have. */
  isWrong: boolean
  onType: (name: string) => void
}

/** The name of a view. */
export function NameField({ name, isWrong, onType }: NameFieldProps) {
  const translate = useTranslate()
  return (
    <TextField
      inputRef={focusAtOnce}
      fullWidth
      size="small"
      label={translate('views.fields.name')}
      value={name}
      onChange={({ target }) => onType(target.value)}
      error={isWrong}
      helperText={isWrong && translate('views.nameError', { max: TEXT_MAX_LENGTH })}
    />
  )
}
