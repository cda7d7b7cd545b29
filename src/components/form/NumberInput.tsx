import { useState } from 'react'
import { TextInput, useLocale } from 'react-admin'
import { type MessageKey } from '../../i18n/translate'
import { readNumber, typedNumber } from '../../numbers'
import { useTranslate } from './texts'

interface NumberInputProps {
  source: string
  label: MessageKey
  /** Symbol of the unit. */
  unit?: string
  hint?: MessageKey
  isRequired?: boolean
  /** The keyboard of a phone. */
  keyboard: 'numeric' | 'decimal' | 'text'
}

/**
 * A number, written as the language writes it. The form holds the number, null for nothing, and the typed text while
 * that is not a number. React-admin's own number input is `type="number"`, in which browsers decide on commas, hide
 * what is not a number, and change the number with the mouse wheel.
 */
export function NumberInput({ source, label, unit, hint, isRequired, keyboard }: NumberInputProps) {
  const translate = useTranslate()
  const locale = useLocale() ?? 'en'
  const [typed, setTyped] = useState('')
  const valueOf = (text: string) => (text.trim() === '' ? null : (readNumber(text, locale, unit) ?? text))
  const textOf = (value: unknown) => (typeof value === 'number' ? typedNumber(value, locale) : (value ?? ''))
  return (
    <TextInput
      source={source}
      label={unit === undefined ? label : `${translate(label)} (${unit})`}
      // The text "50,0" stays while it is the number of the form.
      format={(value: unknown) => (valueOf(typed) === value ? typed : textOf(value))}
      parse={(text: string) => {
        setTyped(text)
        return valueOf(text)
      }}
      required={isRequired}
      helperText={hint ?? false}
      autoComplete="off"
      slotProps={{ htmlInput: { inputMode: keyboard, spellCheck: false } }}
      fullWidth
    />
  )
}
