import { Box, FormControl, FormControlLabel, FormLabel, Radio, RadioGroup } from '@mui/material'
import { useId } from 'react'
import { CheckboxGroupInput, CheckboxGroupInputClasses } from 'react-admin'
import { useController, useWatch } from 'react-hook-form'
import { TRIGGERS, type Trigger } from '#contract/connectors'
import { DevicesOf, TagsOf } from '../../../components/alerts/scope/ScopeInput'
import { isMessageType, nameOfTrigger } from '../values'
import type { ReplayValues } from './form'
import { msg, useTranslate } from './texts'

const KINDS = ['own', 'tags', 'devices'] as const

/** Scope of the devices. */
export function ScopeInputs() {
  const translate = useTranslate()
  const labelId = useId()
  const { field } = useController<ReplayValues, 'scope.kind'>({ name: 'scope.kind' })
  const kind = useWatch<ReplayValues, 'scope.kind'>({ name: 'scope.kind' })
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <FormControl>
        <FormLabel id={labelId}>{translate('connectors.replays.devices')}</FormLabel>
        <RadioGroup row aria-labelledby={labelId} value={kind} onChange={field.onChange}>
          {KINDS.map((id) => (
            <FormControlLabel
              key={id}
              value={id}
              control={<Radio size="small" />}
              label={translate(`connectors.replays.scopes.${id}`)}
            />
          ))}
        </RadioGroup>
      </FormControl>
      {kind === 'tags' && <TagsOf />}
      {kind === 'devices' && <DevicesOf />}
    </Box>
  )
}

const TYPES = TRIGGERS.filter(isMessageType)

/** Types of the messages; at first the connector's triggers. */
export function TypesInput() {
  return (
    <CheckboxGroupInput
      source="types"
      label={msg('connectors.replays.types')}
      choices={TYPES.map((id) => ({ id, name: nameOfTrigger(id) }))}
      parse={(chosen: readonly Trigger[]) => TYPES.filter((type) => chosen.includes(type))}
      helperText={false}
      margin="none"
      sx={{ [`& .${CheckboxGroupInputClasses.label}`]: { transform: 'none' } }}
    />
  )
}
