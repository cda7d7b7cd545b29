import { Button, Stack } from '@mui/material'
import { useEffect, useState } from 'react'
import { TextInput } from 'react-admin'
import { useController, useFormContext } from 'react-hook-form'
import { usePermission } from '../../../dataProvider/account'
import type { SecretField } from './destination'
import { useTranslate } from './texts'
import { freeName, useVariables, VariableInput } from './VariableInput'

interface SecretTextProps {
  source: string
  label: string
  hint: string
  isOptional?: boolean
}

/** A text that is masked unless focused. Drafts do not contain it. */
function SecretText({ source, label, hint, isOptional = false }: SecretTextProps) {
  const [isFocused, setFocused] = useState(false)
  return (
    <TextInput
      source={source}
      label={label}
      required={!isOptional}
      type={isFocused ? 'text' : 'password'}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      autoComplete="new-password"
      helperText={hint}
      slotProps={{ htmlInput: { spellCheck: false } }}
      fullWidth
    />
  )
}

interface ChannelInputProps {
  /** Path of the values of the destination in the form. */
  source: string
  field: SecretField
  /** Says what the secret is. */
  what: string
}

/**
 * Asks for the address or key of a channel. It becomes a variable when the connector is created, so that neither the code nor the form's
 * draft contains it; a person can choose a variable instead.
 */
export function ChannelInput({ source, field, what }: ChannelInputProps) {
  const translate = useTranslate()
  const mayCreate = usePermission('space:variable:create')
  const known = useVariables()
  const { setValue } = useFormContext()
  const { field: from } = useController({ name: `${source}.from` })
  const { field: name } = useController({ name: `${source}.secret` })
  const isTyped = mayCreate && from.value !== 'variable'
  const names = known?.map((one) => one.name) ?? []
  const free = freeName(field.initial, names)
  // Keeps the variables of other connectors; and says so to the code that is shown.
  const { onChange } = name
  const isTaken = isTyped && known !== null && name.value !== free
  useEffect(() => {
    if (isTaken) onChange(free)
  }, [isTaken, onChange, free])
  const { onChange: changeFrom } = from
  useEffect(() => {
    if (!mayCreate) changeFrom('variable')
  }, [mayCreate, changeFrom])
  const choose = (to: 'typed' | 'variable') => {
    from.onChange(to)
    setValue('typed', { secret: '', token: '' })
  }
  const channel = field.channel
  return (
    <Stack sx={{ gap: 1, alignItems: 'stretch' }}>
      {isTyped ? (
        <>
          <SecretText
            source="typed.secret"
            label={what}
            hint={translate('connectors.destinations.channel.hint')}
          />
          {channel === 'ntfy' && (
            <SecretText
              source="typed.token"
              label={translate('connectors.destinations.channel.token')}
              hint={translate('connectors.destinations.channel.tokenHint')}
              isOptional
            />
          )}
        </>
      ) : (
        <VariableInput source={`${source}.secret`} field={field} what={what} />
      )}
      {mayCreate && (
        <Button
          size="small"
          onClick={() => choose(isTyped ? 'variable' : 'typed')}
          sx={{ alignSelf: 'start' }}
        >
          {translate(`connectors.destinations.channel.${isTyped ? 'variable' : 'typed'}`)}
        </Button>
      )}
    </Stack>
  )
}
