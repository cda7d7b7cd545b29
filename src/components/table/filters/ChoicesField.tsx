import SearchIcon from '@mui/icons-material/Search'
import {
  Box,
  Checkbox,
  FormControlLabel,
  InputAdornment,
  Radio,
  RadioGroup,
  TextField,
  Typography,
} from '@mui/material'
import { useId, useState } from 'react'
import { foldText } from '#contract/common'
import { useTranslate } from '../../../i18n/translate'
import { readChoices } from '../filterValues'
import type { Choice, ColumnFilter } from '../types'
import { Swatch } from './Swatch'
import { useChoicesOf } from './useChoicesOf'
import { useFilters } from './useFilters'
import { useLocalValue } from './useLocalValue'

const SMALL = { typography: { variant: 'body2' } } as const

/** From this many choices on there is a search field. */
const SEARCH_FROM = 8

type ChoicesFilter = Extract<ColumnFilter, { kind: 'multiselect' }>

/** Choices of a multiselect filter; each click applies. */
export function ChoicesField({ label, filter }: { label: string; filter: ChoicesFilter }) {
  const translate = useTranslate()
  const { values, change, clear } = useFilters()
  const choices = useChoicesOf(filter)
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useLocalValue(readChoices(values[filter.source]) ?? [])
  const toggle = ({ id }: Choice) => {
    const next = chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]
    setChosen(next)
    if (next.length === 0) clear(filter)
    else change({ [filter.source]: next })
  }
  const found = choices?.filter(({ name }) => foldText(name).includes(foldText(search.trim())))
  return (
    <div role="group" aria-label={translate(label)}>
      {choices && choices.length >= SEARCH_FROM && (
        <TextField
          size="small"
          fullWidth
          value={search}
          placeholder={translate('table.filter.search')}
          onChange={(event) => setSearch(event.target.value)}
          slotProps={{
            htmlInput: { 'aria-label': translate('table.filter.search') },
            input: {
              startAdornment: (
                <InputAdornment position="start">
                  <SearchIcon fontSize="small" />
                </InputAdornment>
              ),
            },
          }}
          sx={{ mb: 1 }}
        />
      )}
      {filter.logicSource && <Logic source={filter.logicSource} disabled={chosen.length < 2} />}
      <Box sx={{ display: 'flex', flexDirection: 'column', maxHeight: 320, overflow: 'auto' }}>
        {found?.map((choice) => (
          <FormControlLabel
            slotProps={SMALL}
            key={choice.id}
            sx={{ mr: 0 }}
            label={
              <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
                {choice.color && <Swatch color={choice.color} />}
                {choice.name}
              </Box>
            }
            control={
              <Checkbox size="small" checked={chosen.includes(choice.id)} onChange={() => toggle(choice)} />
            }
          />
        ))}
      </Box>
      <Typography role="status" variant="body2" color="text.secondary">
        {!choices && translate('table.loading')}
        {found?.length === 0 && translate('table.filter.nothingFound')}
      </Typography>
    </div>
  )
}

/** Whether any or all of the chosen values must match. */
function Logic({ source, disabled }: { source: string; disabled: boolean }) {
  const translate = useTranslate()
  const { values, change } = useFilters()
  const [logic, setLogic] = useLocalValue(values[source] === 'all' ? 'all' : 'any')
  const labelId = useId()
  return (
    <Box sx={{ mb: 1 }}>
      <Typography id={labelId} variant="body2" color="text.secondary">
        {translate('table.filter.logic')}
      </Typography>
      <RadioGroup
        row
        aria-labelledby={labelId}
        value={logic}
        onChange={(_event, chosen) => {
          setLogic(chosen)
          change({ [source]: chosen === 'all' ? 'all' : undefined })
        }}
      >
        {['any', 'all'].map((choice) => (
          <FormControlLabel
            slotProps={SMALL}
            key={choice}
            value={choice}
            disabled={disabled}
            label={translate(`table.filter.${choice}`)}
            control={<Radio size="small" />}
          />
        ))}
      </RadioGroup>
    </Box>
  )
}
