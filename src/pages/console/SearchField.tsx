import ClearIcon from '@mui/icons-material/Close'
import SearchIcon from '@mui/icons-material/Search'
import { Box, IconButton, InputAdornment, TextField, Typography } from '@mui/material'
import { useTranslate } from '../../i18n/translate'

interface SearchFieldProps {
  query: string
  onChange: (query: string) => void
  /** How many of the exchanges hold the text. */
  count: number
  total: number
}

/** Searches the commands and their outputs. */
export function SearchField({ query, onChange, count, total }: SearchFieldProps) {
  const translate = useTranslate()
  return (
    <Box sx={{ display: 'flex', alignItems: 'center' }}>
      <TextField
        size="small"
        value={query}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={({ key }) => key === 'Escape' && onChange('')}
        placeholder={translate('console.search.label')}
        sx={{ width: { xs: '100%', sm: 320 } }}
        slotProps={{
          htmlInput: { 'aria-label': translate('console.search.label') },
          input: {
            startAdornment: (
              <InputAdornment position="start">
                <SearchIcon fontSize="small" />
              </InputAdornment>
            ),
            endAdornment: query !== '' && (
              <IconButton
                size="small"
                edge="end"
                onClick={() => onChange('')}
                aria-label={translate('console.search.clear')}
              >
                <ClearIcon fontSize="small" />
              </IconButton>
            ),
          },
        }}
      />
      <Typography
        component="output"
        variant="body2"
        sx={{ color: 'text.secondary', flexShrink: 0, ml: query === '' ? 0 : 1.5 }}
      >
        {query !== '' && translate('console.search.count', { count, total })}
      </Typography>
    </Box>
  )
}
