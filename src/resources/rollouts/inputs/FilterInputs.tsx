import {
  Autocomplete,
  Box,
  Button,
  Checkbox,
  FormControlLabel,
  Stack,
  TextField,
  Typography,
} from '@mui/material'
import { useController } from 'react-hook-form'
import { type DeviceState, deviceStateSchema, devicesApi, STATE_CAPABILITY } from '#contract/devices'
import { useComboboxTexts } from '../../../components/combobox/ComboboxField'
import { msg as contactMsg } from '../../../components/contact/texts'
import type { ScopeFilters, ScopeValues } from '../../../components/rollouts/scope'
import { useTranslate } from '../../../components/rollouts/texts'
import { useFiltersText } from '../../../components/rollouts/words'
import { TagSelect } from '../../../components/tags/TagsInput'
import { useTags } from '../../../components/tags/useTags'
import { useRested } from '../../../components/useRested'
import { useCapability } from '../../../config'
import { useAnswer } from '../../../dataProvider/answers'

/** Filters with an input of their own; others come from the list of devices. */
const OWN = new Set(['name', 'state', 'tag_ids', 'tag_filter_logic', 'moved'])

/** The number of devices that match now. */
function Matching({ filters }: { filters: ScopeFilters }) {
  const translate = useTranslate()
  const asked = JSON.stringify(filters)
  const rested = useRested(asked)
  const query: ScopeFilters = rested === '' ? filters : JSON.parse(rested)
  const { data, error } = useAnswer(devicesApi.count, {
    query,
    enabled: rested === asked,
    placeholderData: (shown) => shown,
  })
  if (error)
    return (
      <Typography variant="body2" color="error">
        {translate('rollouts.form.countFailed')}
      </Typography>
    )
  return (
    <Typography role="status" variant="body2" color="text.secondary" sx={{ minHeight: '1.43em' }}>
      {data && <span>{translate('rollouts.form.matching', { smart_count: data.count })}</span>}
    </Typography>
  )
}

/** The filters of the list of devices by which a roll-out chooses its devices. */
export function FilterInputs() {
  const translate = useTranslate()
  const texts = useComboboxTexts()
  const filtersText = useFiltersText()
  const tags = useTags()
  const hasState = useCapability(STATE_CAPABILITY)
  const { field } = useController<{ scope: ScopeValues }, 'scope.filters'>({ name: 'scope.filters' })
  const filters = field.value
  const change = (part: ScopeFilters) => field.onChange({ ...filters, ...part })
  const others = Object.fromEntries(Object.entries(filters).filter(([name]) => !OWN.has(name)))
  const othersText = filtersText(others)
  const tagIds = filters.tag_ids ?? []
  return (
    <Stack sx={{ gap: 2 }}>
      <TextField
        label={translate('rollouts.form.filterName')}
        value={filters.name ?? ''}
        onChange={({ target }) => change({ name: target.value || undefined })}
        inputRef={field.ref}
        autoComplete="off"
        fullWidth
      />
      {hasState && (
        <Autocomplete<DeviceState, true>
          multiple
          options={deviceStateSchema.options}
          {...texts}
          value={filters.state ?? []}
          onChange={(_event, state) => change({ state: state.length > 0 ? state : undefined })}
          getOptionLabel={(state) => translate(contactMsg(`contact.states.${state}`))}
          renderInput={(params) => <TextField {...params} label={translate('rollouts.form.filterState')} />}
        />
      )}
      <Box>
        <TagSelect
          label={translate('rollouts.form.filterTags')}
          value={tags?.filter(({ id }) => tagIds.includes(id)) ?? []}
          onChange={(chosen) =>
            change({ tag_ids: chosen.length > 0 ? chosen.map(({ id }) => id) : undefined })
          }
        />
        {tagIds.length > 1 && (
          <FormControlLabel
            label={translate('rollouts.form.filterTagLogic')}
            control={
              <Checkbox
                size="small"
                checked={filters.tag_filter_logic === 'all'}
                onChange={(_event, isAll) => change({ tag_filter_logic: isAll ? 'all' : 'any' })}
              />
            }
          />
        )}
      </Box>
      {othersText.length > 0 && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <Typography variant="body2">
            {translate('rollouts.form.alsoBy', { filters: othersText.join(', ') })}
          </Typography>
          <Button
            size="small"
            onClick={() =>
              field.onChange(Object.fromEntries(Object.entries(filters).filter(([name]) => OWN.has(name))))
            }
          >
            {translate('rollouts.form.clearOthers')}
          </Button>
        </Box>
      )}
      <Matching filters={filters} />
    </Stack>
  )
}
