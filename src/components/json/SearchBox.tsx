import NextIcon from '@mui/icons-material/KeyboardArrowDown'
import PreviousIcon from '@mui/icons-material/KeyboardArrowUp'
import { Box, IconButton, TextField, Typography } from '@mui/material'
import type { KeyboardEvent } from 'react'
import { useTranslate } from 'react-admin'
import type { Search } from './useSearch'

/** Searches the tree: Enter goes to the next match, Shift+Enter to the previous one, Escape ends the search. */
export function SearchBox({ search }: { search: Search }) {
  const translate = useTranslate()
  const { text, matches, at } = search
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && text !== '') {
      event.preventDefault()
      search.change('')
    } else if (event.key === 'Enter') {
      event.preventDefault()
      search.step(event.shiftKey ? -1 : 1)
    }
  }
  const count =
    matches.length > 0
      ? translate('json.search.count', { at: at + 1, count: matches.length })
      : translate('json.search.none')
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', flex: '1 1 260px', minWidth: 0 }}>
      <TextField
        type="search"
        size="small"
        fullWidth
        value={text}
        onChange={({ target }) => search.change(target.value)}
        onKeyDown={onKeyDown}
        placeholder={translate('json.search.label')}
        slotProps={{
          htmlInput: { 'aria-label': translate('json.search.label'), spellCheck: false, autoComplete: 'off' },
        }}
      />
      <Typography component="output" variant="body2" sx={{ px: 1, whiteSpace: 'nowrap', minWidth: 72 }}>
        {text !== '' && count}
      </Typography>
      <IconButton
        size="small"
        aria-label={translate('json.search.previous')}
        title={translate('json.search.previous')}
        disabled={matches.length === 0}
        onClick={() => search.step(-1)}
      >
        <PreviousIcon />
      </IconButton>
      <IconButton
        size="small"
        aria-label={translate('json.search.next')}
        title={translate('json.search.next')}
        disabled={matches.length === 0}
        onClick={() => search.step(1)}
      >
        <NextIcon />
      </IconButton>
    </Box>
  )
}
