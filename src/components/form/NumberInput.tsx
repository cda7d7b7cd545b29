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
  /** Keyboard on a phone. */
  keyboard: 'numeric' | 'decimal' | 'text'
}

/**
 * A number in the format of the language. The form value is the number, null if empty, or the typed text if it is no
 * number. React-admin's input is `type="number"`, for which browsers choose the decimal mark, hide invalid text, and
 * change the number with the mouse wheel.
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
      // Keeps the typed "50,0" while it equals the form value.
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
