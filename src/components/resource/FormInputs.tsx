import { FormHelperText, Stack } from '@mui/material'
import { useState } from 'react'
import { BooleanInput, SelectInput, TextInput } from 'react-admin'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { HIDDEN } from '#contract/common'
import { useTranslate } from '../../i18n/translate'
import { NameInput, NumberInput } from '../form'
import { TagsInput } from '../tags/TagsInput'
import type { FieldInput } from './fields'
import { type FormField, fieldsOf, type InputFields, isIn, type TabChoice } from './form'

/** Number of characters, counted like the schema: a surrogate pair counts once. */
function TextLength({ source, max }: { source: string; max: number }) {
  const text: unknown = useWatch({ name: source })
  return (
    <span>
      {useTranslate()('page.textLength', {
        count: typeof text === 'string' ? Array.from(text).length : 0,
        max,
      })}
    </span>
  )
}

interface FieldTextProps extends Pick<FormField, 'source' | 'label' | 'isRequired'> {
  input: Extract<FieldInput, { kind: 'text' }>
}

function FieldText({ source, label, input, isRequired }: FieldTextProps) {
  const { multiline = false, maxLength, inputMode, hint, secret = false } = input
  const [isFocused, setFocused] = useState(false)
  const { getFieldState, getValues } = useFormContext()
  // The mask of a secret is not editable text: typing replaces it.
  const parse = (typed: string) =>
    (getValues(source) === HIDDEN ? typed.replaceAll(HIDDEN.charAt(0), '') : typed) || null
  const { invalid } = getFieldState(source, useFormState({ name: source }))
  const length = maxLength && <TextLength source={source} max={maxLength} />
  const text = (
    <TextInput
      source={source}
      label={label}
      required={isRequired}
      // Browsers suggest saved passwords for any password input not marked as new.
      autoComplete={secret ? 'new-password' : 'off'}
      type={secret && !isFocused ? 'password' : 'text'}
      parse={secret ? parse : undefined}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      helperText={hint ?? (length || false)}
      multiline={multiline}
      minRows={multiline ? 2 : undefined}
      slotProps={{ htmlInput: { spellCheck: multiline, inputMode } }}
      fullWidth
    />
  )
  if (!length || hint) return text
  // The error replaces the helper text.
  return (
    <div>
      {text}
      {invalid && <FormHelperText error>{length}</FormHelperText>}
    </div>
  )
}

function FormInput({ source, label, input, isRequired, keyboard }: FormField) {
  switch (input.kind) {
    case 'name':
      return <NameInput label={label} prefix={input.prefix} errorContainsRule={input.errorContainsRule} />
    case 'text':
      return <FieldText source={source} label={label} input={input} isRequired={isRequired} />
    case 'number':
      return <NumberInput {...{ source, label, isRequired, keyboard }} unit={input.unit} hint={input.hint} />
    case 'switch':
      return <BooleanInput source={source} label={label} helperText={false} />
    case 'select':
      return (
        <SelectInput
          source={source}
          label={label}
          choices={[...input.choices]}
          helperText={input.hint ?? false}
          isRequired={isRequired || input.always === true}
          fullWidth
        />
      )
    case 'tags':
      return <TagsInput label={label} />
    case 'own':
      return <input.Input />
  }
}

interface FormInputsProps {
  fields: InputFields
  /** The contract's schema of the input. */
  schema: z.ZodObject
  /** Fields that come before the others. */
  first?: readonly string[]
  /** Limits the inputs to this tab. */
  tab?: TabChoice
}

/** Inputs of the fields in the schema, in the order of the fields. */
export function FormInputs({ fields, schema, first, tab }: FormInputsProps) {
  const isLater = ({ source }: FormField) => !first?.includes(source)
  return (
    <Stack sx={{ gap: 2.5 }}>
      {fieldsOf(fields, schema)
        .filter(isIn(tab))
        .toSorted((a, b) => Number(isLater(a)) - Number(isLater(b)))
        .map((field) => (
          <FormInput key={field.source} {...field} />
        ))}
    </Stack>
  )
}
