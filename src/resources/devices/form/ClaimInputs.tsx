import { useState } from 'react'
import { TextInput } from 'react-admin'

/** Serial number and claim token of a new device. */
export function ClaimInputs() {
  const [focused, setFocused] = useState(false)
  return (
    <>
      <TextInput
        source="serial_number"
        label="devices.serialNumber"
        autoComplete="off"
        slotProps={{ htmlInput: { inputMode: 'numeric' } }}
        helperText={false}
        required
        fullWidth
      />
      {/* Masked unless it is focused. Spec 2, section 5. */}
      <TextInput
        source="token"
        label="devices.token"
        helperText="devices.create.tokenHint"
        type={focused ? 'text' : 'password'}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        autoComplete="off"
        slotProps={{ htmlInput: { spellCheck: false } }}
        required
        fullWidth
      />
    </>
  )
}
