import { FormControl, FormControlLabel, FormLabel, Radio, RadioGroup } from '@mui/material'
import { useId } from 'react'
import { useController } from 'react-hook-form'
import { DOWNLINK_TYPES } from '#contract/messages'
import { useTranslate } from '../../../i18n/translate'
import type { DownlinkValues } from './codec'
import { rememberType } from './rememberedType'

/** Chooses what is sent, and remembers it. */
export function TypeInput() {
  const translate = useTranslate()
  const labelId = useId()
  const { field } = useController<DownlinkValues, 'type'>({ name: 'type' })
  const choose = (value: string) => {
    const type = DOWNLINK_TYPES.find((known) => known === value)
    if (!type) return
    rememberType(type)
    field.onChange(type)
  }
  return (
    <FormControl>
      <FormLabel id={labelId}>{translate('messages.create.type')}</FormLabel>
      <RadioGroup
        row
        aria-labelledby={labelId}
        name={field.name}
        value={field.value}
        onChange={(_event, value) => choose(value)}
      >
        {DOWNLINK_TYPES.map((type) => (
          <FormControlLabel
            key={type}
            value={type}
            control={<Radio />}
            label={translate(`messages.types.${type}`)}
          />
        ))}
      </RadioGroup>
    </FormControl>
  )
}
