import {
  Autocomplete,
  Box,
  Button,
  FormControl,
  FormControlLabel,
  FormHelperText,
  FormLabel,
  Radio,
  RadioGroup,
  Stack,
  TextField,
  Typography,
} from '@mui/material'
import { useId } from 'react'
import { ValidationError } from 'react-admin'
import { useController, useWatch } from 'react-hook-form'
import { VIEWS_CAPABILITY } from '#contract/views/capability'
import { DevicesOf, DevicesOfView, TagsOf } from '../../../components/alerts/scope/ScopeInput'
import { useComboboxTexts } from '../../../components/combobox/ComboboxField'
import { CHOSEN_STATES, type ScopeValues } from '../../../components/rollouts/scope'
import { useTranslate } from '../../../components/rollouts/texts'
import { useCapability } from '../../../config'
import { useGetList } from '../../../dataProvider/queries'
import { FilterInputs } from './FilterInputs'

interface ScopedValues {
  scope: ScopeValues
}

const KINDS = ['devices', 'tags', 'filter', 'view', 'rollout'] as const

/** Largest number of devices that are named. */
const NAMED = 30

/** The devices by name, or only their number if they are many. */
function ChosenDevices() {
  const translate = useTranslate()
  const { field } = useController<ScopedValues, 'scope.device_ids'>({ name: 'scope.device_ids' })
  if (field.value.length <= NAMED) return <DevicesOf />
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <Typography>{translate('rollouts.form.many', { smart_count: field.value.length })}</Typography>
      <Button size="small" onClick={() => field.onChange([])}>
        {translate('rollouts.form.chooseOthers')}
      </Button>
    </Box>
  )
}

const NEWEST = {
  pagination: { page: 1, perPage: Number.MAX_SAFE_INTEGER },
  sort: { field: 'created_at', order: 'DESC' },
} as const

/** An earlier roll-out, and the states of its devices. */
function RolloutInputs() {
  const translate = useTranslate()
  const texts = useComboboxTexts()
  const { data, isPending, error: failure } = useGetList('rollouts', NEWEST)
  const { field, fieldState } = useController<ScopedValues, 'scope.rollout_id'>({ name: 'scope.rollout_id' })
  const states = useController<ScopedValues, 'scope.states'>({ name: 'scope.states' }).field
  const error = fieldState.error?.message
  const started = data?.filter(({ started_at }) => started_at !== null) ?? []
  const chosen = data?.find(({ id }) => id === field.value)
  const gone =
    field.value === null ? null : { id: field.value, name: translate('rollouts.form.deletedRollout') }
  return (
    <Stack sx={{ gap: 2 }}>
      <Autocomplete<{ id: string; name: string }>
        options={started}
        loading={isPending}
        {...texts}
        value={chosen ?? (data ? gone : null)}
        onChange={(_event, one) => field.onChange(one?.id ?? null)}
        onBlur={field.onBlur}
        getOptionLabel={({ name }) => name}
        getOptionKey={({ id }) => id}
        isOptionEqualToValue={(option, value) => option.id === value.id}
        renderInput={(params) => (
          <TextField
            {...params}
            label={translate('rollouts.form.ofRollout')}
            inputRef={field.ref}
            required
            error={Boolean(error) || Boolean(failure)}
            helperText={
              failure ? translate('rollouts.form.rolloutsFailed') : error && <ValidationError error={error} />
            }
          />
        )}
      />
      <Autocomplete<string, true>
        multiple
        options={CHOSEN_STATES}
        {...texts}
        value={[...states.value]}
        onChange={(_event, chosenStates) => states.onChange(chosenStates)}
        getOptionLabel={(state) => {
          const known = CHOSEN_STATES.find((one) => one === state)
          return known ? translate(`rollouts.member.states.${known}`) : state
        }}
        renderInput={(params) => (
          <TextField
            {...params}
            label={translate('rollouts.form.ofStates')}
            helperText={translate('rollouts.form.ofStatesHint')}
          />
        )}
      />
    </Stack>
  )
}

/** The form field `scope`: the devices of a roll-out. */
export default function ScopeInput() {
  const translate = useTranslate()
  const labelId = useId()
  const { field, fieldState } = useController<ScopedValues, 'scope.kind'>({ name: 'scope.kind' })
  const kind = useWatch<ScopedValues, 'scope.kind'>({ name: 'scope.kind' })
  const hasViews = useCapability(VIEWS_CAPABILITY)
  const error = fieldState.error?.message
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <FormControl error={Boolean(error)}>
        <FormLabel id={labelId}>{translate('rollouts.form.scope')}</FormLabel>
        <RadioGroup row aria-labelledby={labelId} value={kind} onChange={field.onChange}>
          {KINDS.filter((id) => id !== 'view' || hasViews || kind === id).map((id) => (
            <FormControlLabel
              key={id}
              value={id}
              control={<Radio size="small" />}
              label={translate(`rollouts.form.scopes.${id}`)}
            />
          ))}
        </RadioGroup>
        {error && (
          <FormHelperText>
            <ValidationError error={error} />
          </FormHelperText>
        )}
      </FormControl>
      {kind === 'devices' && <ChosenDevices />}
      {kind === 'tags' && <TagsOf />}
      {kind === 'filter' && <FilterInputs />}
      {kind === 'view' && <DevicesOfView isOnce />}
      {kind === 'rollout' && <RolloutInputs />}
    </Box>
  )
}
