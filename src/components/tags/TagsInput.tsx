import { Autocomplete, Box, Chip, TextField } from '@mui/material'
import type { ReactNode, Ref } from 'react'
import { ValidationError } from 'react-admin'
import { useController } from 'react-hook-form'
import type { TagRef } from '#contract/tags'
import { type MessageKey, useTranslate } from '../../i18n/translate'
import { useComboboxTexts } from '../combobox/ComboboxField'
import { Swatch, tintOf } from '../value/TagChips'
import { useTags } from './useTags'

interface TagSelectProps {
  label: string
  value: readonly TagRef[]
  onChange: (tags: TagRef[]) => void
  onBlur?: () => void
  /** Ref of the input, which forms focus if the choice is invalid. */
  inputRef?: Ref<HTMLInputElement>
  error?: ReactNode
}

/** Selects tags of the space; typing searches them. */
export function TagSelect({ label, value, onChange, onBlur, inputRef, error }: TagSelectProps) {
  const texts = useComboboxTexts()
  const tags = useTags()
  return (
    <Autocomplete<TagRef, true>
      multiple
      filterSelectedOptions
      options={tags ?? []}
      loading={tags === undefined}
      {...texts}
      value={[...value]}
      onChange={(_event, chosen) => onChange(chosen.map(({ id, name, color }) => ({ id, name, color })))}
      onBlur={onBlur}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(option, chosen) => option.id === chosen.id}
      renderOption={({ key, ...props }, { name, color }) => (
        <Box component="li" key={key} {...props} sx={{ gap: 1.5 }}>
          <Swatch color={color} />
          {name}
        </Box>
      )}
      renderValue={(chosen, getItemProps) =>
        chosen.map(({ name, color }, index) => {
          const { key, ...props } = getItemProps({ index })
          const look = { icon: <Swatch color={color} />, sx: { bgcolor: tintOf(color), pl: 0.5 } }
          return <Chip key={key} {...props} {...look} size="small" label={name} />
        })
      }
      renderInput={(params) => (
        <TextField {...params} inputRef={inputRef} label={label} error={Boolean(error)} helperText={error} />
      )}
    />
  )
}

/** The form field `tags`, a list of `TagRef`. */
export function TagsInput({ label }: { label: MessageKey }) {
  const translate = useTranslate()
  const { field, fieldState } = useController<{ tags: TagRef[] }, 'tags'>({ name: 'tags' })
  const { value, onChange, onBlur, ref } = field
  const error = fieldState.error?.message
  return (
    <TagSelect
      {...{ value, onChange, onBlur }}
      inputRef={ref}
      label={translate(label)}
      error={error && <ValidationError error={error} />}
    />
  )
}
