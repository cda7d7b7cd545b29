import { Autocomplete, Box, Stack, TextField } from '@mui/material'
import { ValidationError } from 'react-admin'
import { useController, useWatch } from 'react-hook-form'
import { useComboboxTexts } from '../../../components/combobox/ComboboxField'
import { NumberInput } from '../../../components/form'
import { msg, useTranslate } from '../../../components/rollouts/texts'
import { useSpaceSeries } from '../../../components/series/useSeries'
import type { WatchValues } from '../times'

interface WatchingValues {
  watch: WatchValues
}

/** The form field `watch`: a value that must stay in its range after the change. */
export default function WatchInput() {
  const translate = useTranslate()
  const texts = useComboboxTexts()
  const { data, isPending } = useSpaceSeries()
  const { field, fieldState } = useController<WatchingValues, 'watch.path'>({ name: 'watch.path' })
  const path = useWatch<WatchingValues, 'watch.path'>({ name: 'watch.path' })
  const error = fieldState.error?.message
  return (
    <Stack sx={{ gap: 2 }}>
      <Autocomplete<string, false, false, true>
        freeSolo
        options={[...new Set(data?.map((series) => series.path))]}
        loading={isPending}
        {...texts}
        value={field.value ?? ''}
        inputValue={field.value ?? ''}
        onInputChange={(_event, text) => field.onChange(text || null)}
        onBlur={field.onBlur}
        renderInput={(params) => (
          <TextField
            {...params}
            label={translate('rollouts.form.watch')}
            inputRef={field.ref}
            error={Boolean(error)}
            helperText={error ? <ValidationError error={error} /> : translate('rollouts.form.watchHint')}
          />
        )}
      />
      {path && (
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: '1fr 1fr' }}>
          <NumberInput source="watch.min" label={msg('rollouts.form.min')} keyboard="text" />
          <NumberInput source="watch.max" label={msg('rollouts.form.max')} keyboard="text" />
        </Box>
      )}
    </Stack>
  )
}
