import { Box, Checkbox, FormControlLabel, FormGroup, TextField, Typography } from '@mui/material'
import { useId, useState } from 'react'
import { useLocale } from 'react-admin'
import { SERIES_MAX, type Series } from '#contract/series'
import { RelativeTime } from '../../../components/page'
import { formatNumber } from '../../../numbers'
import { LINES_MAX, styleOf } from './lines'
import { useTranslate } from './texts'

/** From so many values on they can be searched. */
const SEARCH_FROM = 8

interface SeriesPickerProps {
  series: readonly Series[]
  /** Paths of the chosen ones. */
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

/** The values of a device, of which some are chosen. */
export function SeriesPicker({ series, chosen, onChange }: SeriesPickerProps) {
  const translate = useTranslate()
  const locale = useLocale() ?? 'en'
  const [search, setSearch] = useState('')
  const titleId = useId()
  const wanted = search.trim().toLowerCase()
  const matching = series.filter(({ path, label }) =>
    [path, label].some((name) => name.toLowerCase().includes(wanted)),
  )
  const isFull = chosen.length >= LINES_MAX
  const valueOf = ({ last_value, unit, is_boolean }: Series) => {
    if (is_boolean) return translate(last_value === 0 ? 'devices.history.no' : 'devices.history.yes')
    return formatNumber(last_value, locale, styleOf(unit))
  }
  return (
    <Box>
      <Typography id={titleId} component="h3" variant="subtitle2" sx={{ mb: 1 }}>
        {translate('devices.history.series')}
      </Typography>
      {series.length >= SEARCH_FROM && (
        <TextField
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          label={translate('devices.history.search')}
          type="search"
          size="small"
          fullWidth
          sx={{ mb: 1 }}
        />
      )}
      {matching.length === 0 && (
        <Typography variant="body2">{translate('devices.history.noMatch')}</Typography>
      )}
      <FormGroup
        role="group"
        aria-labelledby={titleId}
        sx={{ flexWrap: 'nowrap', maxHeight: { xs: 260, md: 400 }, overflow: 'auto' }}
      >
        {matching.map((one) => {
          const isChosen = chosen.includes(one.path)
          return (
            <FormControlLabel
              key={one.path}
              title={one.path}
              control={<Checkbox size="small" />}
              checked={isChosen}
              disabled={isFull && !isChosen}
              onChange={() =>
                onChange(isChosen ? chosen.filter((path) => path !== one.path) : [...chosen, one.path])
              }
              label={
                <>
                  <Typography component="span" variant="body2" noWrap sx={{ display: 'block' }}>
                    {one.label}
                  </Typography>
                  <Typography component="span" variant="caption" color="text.secondary">
                    {valueOf(one)} · <RelativeTime value={one.last_at} />
                  </Typography>
                </>
              }
              slotProps={{ typography: { sx: { minWidth: 0 } } }}
              sx={{ mx: 0, py: 0.25 }}
            />
          )
        })}
      </FormGroup>
      {series.length >= SERIES_MAX && (
        <Typography variant="caption" color="text.secondary" component="p">
          {translate('devices.history.tooMany', { max: SERIES_MAX })}
        </Typography>
      )}
      {isFull && (
        <Typography variant="caption" color="text.secondary">
          {translate('devices.history.most', { max: LINES_MAX })}
        </Typography>
      )}
    </Box>
  )
}
