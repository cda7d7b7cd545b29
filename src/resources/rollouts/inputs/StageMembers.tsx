import { Autocomplete, TextField } from '@mui/material'
import { ValidationError } from 'react-admin'
import { useController } from 'react-hook-form'
import { DeviceChips } from '../../../components/alerts/scope/DeviceChips'
import { useComboboxTexts } from '../../../components/combobox/ComboboxField'
import type { StagedValues } from '../../../components/rollouts/stages'
import { useTranslate } from '../../../components/rollouts/texts'
import { useTags } from '../../../components/tags/useTags'

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
  const { field, fieldState } = useController<StagedValues, `stages.${number}.device_ids`>({
    name: `stages.${index}.device_ids`,
  })
  return <DeviceChips field={field} error={fieldState.error?.message} />
}
