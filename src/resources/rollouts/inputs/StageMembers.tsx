import { Autocomplete, Box, Chip, TextField } from '@mui/material'
import { useState } from 'react'
import { ValidationError } from 'react-admin'
import { useController } from 'react-hook-form'
import { useTranslate as useAlertsTranslate } from '../../../components/alerts/texts'
import { useComboboxTexts } from '../../../components/combobox/ComboboxField'
import { DeviceSelect } from '../../../components/devices/DeviceSelect'
import type { StagedValues } from '../../../components/rollouts/stages'
import { useTranslate } from '../../../components/rollouts/texts'
import { useTags } from '../../../components/tags/useTags'
import { useGetMany } from '../../../dataProvider/queries'

interface InStage {
  index: number
}

/** The tag whose devices belong to a stage. */
export function StageTag({ index }: InStage) {
  const translate = useTranslate()
  const texts = useComboboxTexts()
  const tags = useTags()
  const { field, fieldState } = useController<StagedValues, `stages.${number}.tag_id`>({
    name: `stages.${index}.tag_id`,
  })
  const error = fieldState.error?.message
  return (
    <Autocomplete<{ id: string; name: string }>
      options={tags ?? []}
      loading={tags === undefined}
      {...texts}
      value={tags?.find(({ id }) => id === field.value) ?? null}
      onChange={(_event, tag) => field.onChange(tag?.id ?? null)}
      onBlur={field.onBlur}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(option, value) => option.id === value.id}
      renderInput={(params) => (
        <TextField
          {...params}
          label={translate('rollouts.form.tag')}
          inputRef={field.ref}
          required
          error={Boolean(error)}
          helperText={error && <ValidationError error={error} />}
        />
      )}
    />
  )
}

/** The chosen devices of a stage. */
export function StageDevices({ index }: InStage) {
  const alerts = useAlertsTranslate()
  const { field, fieldState } = useController<StagedValues, `stages.${number}.device_ids`>({
    name: `stages.${index}.device_ids`,
  })
  const ids = field.value
  // Names of devices chosen here are known; others are read.
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map())
  const unknown = ids.filter((id) => !chosen.has(id))
  const { data } = useGetMany(
    'devices',
    { ids: unknown },
    { enabled: unknown.length > 0, onError: () => undefined },
  )
  const nameOf = (id: string) => chosen.get(id) ?? data?.find((one) => one?.id === id)?.name ?? id
  const error = fieldState.error?.message
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {ids.length > 0 && (
        <Box component="ul" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, m: 0, p: 0, listStyle: 'none' }}>
          {ids.map((id) => (
            <li key={id}>
              <Chip
                label={nameOf(id)}
                size="small"
                slotProps={{ root: { tabIndex: 0 } }}
                aria-label={alerts('alerts.scope.removeDevice', { name: nameOf(id) })}
                onDelete={() => field.onChange(ids.filter((other) => other !== id))}
              />
            </li>
          ))}
        </Box>
      )}
      <DeviceSelect
        // Resets the input after each choice.
        key={ids.length}
        label={alerts('alerts.scope.addDevice')}
        value={null}
        onChange={({ id, name }) => {
          setChosen(new Map([...chosen, [id, name]]))
          if (!ids.includes(id)) field.onChange([...ids, id])
        }}
        onBlur={field.onBlur}
        inputRef={field.ref}
        error={error && <ValidationError error={error} />}
      />
    </Box>
  )
}
