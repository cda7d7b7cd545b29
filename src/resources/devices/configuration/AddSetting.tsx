import { Box, Button, TextField } from '@mui/material'
import { type KeyboardEvent, useRef, useState } from 'react'
import {
  type Configuration,
  SETTING_NAME_MAX_LENGTH,
  SETTING_VALUE_MAX_LENGTH,
  settingName,
} from '#contract/configuration'
import { faultOf } from './edits'
import { useTranslate } from './texts'

const PLAIN = { spellCheck: false, autoCapitalize: 'off', autoComplete: 'off' } as const

interface AddSettingProps {
  configuration: Configuration
  onAdd: (name: string, value: string) => void
}

/** Wishes a setting that the device has not reported. */
export function AddSetting({ configuration, onAdd }: AddSettingProps) {
  const translate = useTranslate()
  const [name, setName] = useState('')
  const [value, setValue] = useState('')
  const [fault, setFault] = useState<ReturnType<typeof faultOf>>(null)
  const first = useRef<HTMLInputElement>(null)

  const add = () => {
    const found = faultOf(configuration, name, value)
    setFault(found)
    first.current?.focus()
    if (found !== null || value.trim() === '') return
    onAdd(settingName(name), value.trim())
    setName('')
    setValue('')
  }
  const addOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    add()
  }
  return (
    <Box
      role="group"
      aria-label={translate('devices.configuration.add.label')}
      onKeyDown={addOnEnter}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'start' }}
    >
      <TextField
        inputRef={first}
        size="small"
        label={translate('devices.configuration.add.name')}
        value={name}
        onChange={({ target }) => {
          setName(target.value)
          setFault(null)
        }}
        error={fault !== null}
        helperText={translate(`devices.configuration.add.${fault ?? 'hint'}`)}
        slotProps={{ htmlInput: { ...PLAIN, maxLength: SETTING_NAME_MAX_LENGTH } }}
        sx={{ flex: '2 1 220px' }}
      />
      <TextField
        size="small"
        label={translate('devices.configuration.add.value')}
        value={value}
        onChange={({ target }) => setValue(target.value)}
        slotProps={{ htmlInput: { ...PLAIN, maxLength: SETTING_VALUE_MAX_LENGTH } }}
        sx={{ flex: '1 1 140px' }}
      />
      <Button variant="outlined" onClick={add} sx={{ mt: 3 }}>
        {translate('devices.configuration.add.submit')}
      </Button>
    </Box>
  )
}
