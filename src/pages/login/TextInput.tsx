import { FormControl, FormHelperText, IconButton, InputLabel, OutlinedInput, SvgIcon } from '@mui/material'
import { type InputHTMLAttributes, type Ref, useId, useState } from 'react'
import { usePublicTranslate } from '../../i18n'

interface TextInputProps
  extends Pick<InputHTMLAttributes<HTMLInputElement>, 'autoComplete' | 'value' | 'onChange' | 'onBlur'> {
  name: string
  label: string
  type?: 'text' | 'email' | 'password'
  error?: string
  ref?: Ref<HTMLInputElement>
}

const EYE =
  'M12 5C7 5 2.7 8.1 1 12c1.7 3.9 6 7 11 7s9.3-3.1 11-7c-1.7-3.9-6-7-11-7zm0 11a4 4 0 1 1 0-8 4 4 0 0 1 0 8z'

/** A labelled text input with its error; a password can be shown. */
export function TextInput({ name, label, type = 'text', error, ref, ...input }: TextInputProps) {
  const translate = usePublicTranslate()
  const id = useId()
  const [shown, setShown] = useState(false)
  const isPassword = type === 'password'
  return (
    <FormControl error={Boolean(error)} fullWidth>
      <InputLabel htmlFor={id}>{label}</InputLabel>
      <OutlinedInput
        {...input}
        inputRef={ref}
        id={id}
        name={name}
        label={label}
        type={isPassword && shown ? 'text' : type}
        inputProps={{ 'aria-describedby': error ? `${id}-error` : undefined }}
        endAdornment={
          isPassword && (
            <IconButton
              edge="end"
              aria-label={translate('login.showPassword')}
              aria-pressed={shown}
              onClick={() => setShown(!shown)}
            >
              <SvgIcon fontSize="small" color={shown ? 'primary' : 'inherit'}>
                <path d={EYE} />
              </SvgIcon>
            </IconButton>
          )
        }
      />
      {error && <FormHelperText id={`${id}-error`}>{error}</FormHelperText>}
    </FormControl>
  )
}
