import { Box, Button, Checkbox, FormControlLabel, FormGroup, TextField, Typography } from '@mui/material'
import { useId, useState } from 'react'
import type { Device } from '#contract/devices'
import { SERIES_MAX, type Series } from '#contract/series'
import { RelativeTime } from '../../../components/page'
import { SeriesName } from '../../../components/series/SeriesName'
import { SettingsButton } from '../../../components/series/settings/SettingsButton'
import { ValueActions } from '../../../components/series/settings/ValueActions'
import { useValueText } from '../../../components/series/useValueText'
import { HOVER_ONLY } from '../../../theme/theme'
import { LINES_MAX } from './chart/lines'
import { useTranslate } from './texts'

/** Number of values from which there is a search. */
const SEARCH_FROM = 8

interface SeriesPickerProps {
  series: readonly Series[]
  device: Device
  /** Paths of the chosen series. */
  chosen: readonly string[]
  onChoose: (path: string, isChosen: boolean) => void
}

/** Buttons are at the end of a row; with a mouse, only the hovered row shows them. */
const ROW = {
  display: 'flex',
  alignItems: 'center',
  [HOVER_ONLY]: {
    '& > span:last-of-type > button:not([data-on])': { opacity: 0 },
    '&:hover > span:last-of-type > button, &:focus-within > span:last-of-type > button': { opacity: 1 },
  },
} as const

/** Values of a device, to choose some. */
export function SeriesPicker({ series, device, chosen, onChoose }: SeriesPickerProps) {
  const translate = useTranslate()
  const [search, setSearch] = useState('')
  const titleId = useId()
  const wanted = search.trim().toLowerCase()
  const [showsHidden, setShowsHidden] = useState(false)
  const hidden = series.filter(({ is_hidden }) => is_hidden)
  const matching = series.filter(
    ({ path, label, is_hidden }) =>
      (!is_hidden || showsHidden || chosen.includes(path)) &&
      [path, label].some((name) => name.toLowerCase().includes(wanted)),
  )
  const isFull = chosen.length >= LINES_MAX
  const valueText = useValueText()
  return (
    <Box className="no-print">
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
            <Box key={one.path} sx={ROW}>
              <FormControlLabel
                title={one.path}
                control={<Checkbox size="small" />}
                checked={isChosen}
                disabled={isFull && !isChosen}
                onChange={() => onChoose(one.path, !isChosen)}
                label={
                  <>
                    <Typography component="span" variant="body2" sx={{ display: 'block' }}>
                      <SeriesName {...one} />
                    </Typography>
                    <Typography component="span" variant="caption" color="text.secondary">
                      <span>{valueText(one.last_value, one)}</span> · <RelativeTime value={one.last_at} />
                    </Typography>
                  </>
                }
                slotProps={{ typography: { sx: { minWidth: 0 } } }}
                sx={{ mx: 0, py: 0.25, flexGrow: 1, minWidth: 0 }}
              />
              <ValueActions
                path={one.path}
                label={one.label}
                isBoolean={one.is_boolean}
                tags={device.tags}
                device={device}
              />
            </Box>
          )
        })}
      </FormGroup>
      {hidden.length > 0 && (
        <Button size="small" onClick={() => setShowsHidden(!showsHidden)} aria-expanded={showsHidden}>
          {translate(showsHidden ? 'devices.history.hideHidden' : 'devices.history.showHidden', {
            smart_count: hidden.length,
          })}
        </Button>
      )}
      <SettingsButton />
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
