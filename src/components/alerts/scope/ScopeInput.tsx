import { Box, FormControl, FormControlLabel, FormLabel, Radio, RadioGroup } from '@mui/material'
import { useId } from 'react'
import { ValidationError } from 'react-admin'
import { useController, useWatch } from 'react-hook-form'
import type { Scope } from '#contract/alerts'
import { CONNECTOR_ALERTS_CAPABILITY } from '#contract/alerts/capability'
import { VIEWS_CAPABILITY } from '#contract/views/capability'
import { useCapability } from '../../../config'
import { TagSelect } from '../../tags/TagsInput'
import { useTags } from '../../tags/useTags'
import { ViewField } from '../../views/ViewField'
import { useTranslate } from '../texts'
import { ConnectorsOf } from './ConnectorsOf'
import { DeviceChips } from './DeviceChips'
import type { ScopedValues } from './scope'

/** The kinds of scope for devices and for connectors. */
const KINDS = {
  devices: ['all', 'tags', 'view', 'devices'],
  connectors: ['all', 'tags', 'connectors'],
  both: ['all', 'tags', 'view', 'devices', 'connectors'],
} as const satisfies Record<string, Scope['kind'][]>

/** Colour of a deleted tag. */
const NO_COLOR = '#9e9e9e'

/** Selects tags; the scope covers devices with at least one of them. */
export function TagsOf() {
  const translate = useTranslate()
  const tags = useTags()
  const { field, fieldState } = useController<ScopedValues, 'scope.tag_ids'>({ name: 'scope.tag_ids' })
  const error = fieldState.error?.message
  /** A deleted tag stays until somebody removes it. */
  const deleted = (id: string) => ({ id, name: translate('alerts.scope.deletedTag'), color: NO_COLOR })
  return (
    <TagSelect
      label={translate('alerts.scope.tags')}
      value={tags ? field.value.map((id) => tags.find((tag) => tag.id === id) ?? deleted(id)) : []}
      onChange={(chosen) => field.onChange(chosen.map(({ id }) => id))}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={error && <ValidationError error={error} />}
    />
  )
}

/** Selects the devices of a scope. */
export function DevicesOf() {
  const { field, fieldState } = useController<ScopedValues, 'scope.device_ids'>({ name: 'scope.device_ids' })
  return <DeviceChips field={field} error={fieldState.error?.message} />
}

/** Selects the view whose devices are meant. @param isOnce they are found once, at the start of a roll-out */
export function DevicesOfView({ isOnce }: { isOnce?: true }) {
  const { field, fieldState } = useController<ScopedValues, 'scope.view_id'>({ name: 'scope.view_id' })
  const error = fieldState.error?.message
  return (
    <ViewField
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={error && <ValidationError error={error} />}
      {...(isOnce && { isOnce })}
    />
  )
}

interface ScopeInputProps {
  about?: keyof typeof KINDS
}

/** The form field `scope`: the devices or connectors of a rule or mute. */
export default function ScopeInput({ about = 'both' }: ScopeInputProps) {
  const translate = useTranslate()
  const labelId = useId()
  const { field } = useController<ScopedValues, 'scope.kind'>({ name: 'scope.kind' })
  const kind = useWatch<ScopedValues, 'scope.kind'>({ name: 'scope.kind' })
  const hasConnectors = useCapability(CONNECTOR_ALERTS_CAPABILITY)
  const hasViews = useCapability(VIEWS_CAPABILITY)
  const which = hasConnectors ? about : 'devices'
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <FormControl>
        <FormLabel id={labelId}>{translate(`alerts.scope.labels.${which}`)}</FormLabel>
        <RadioGroup row aria-labelledby={labelId} value={kind} onChange={field.onChange}>
          {KINDS[which]
            .filter((id) => id !== 'view' || hasViews || kind === id)
            .map((id) => (
              <FormControlLabel
                key={id}
                value={id}
                control={<Radio size="small" />}
                label={translate(`alerts.scope.kinds.${which}.${id}`)}
              />
            ))}
        </RadioGroup>
      </FormControl>
      {kind === 'tags' && <TagsOf />}
      {kind === 'view' && <DevicesOfView />}
      {kind === 'devices' && <DevicesOf />}
      {kind === 'connectors' && <ConnectorsOf />}
    </Box>
  )
}
