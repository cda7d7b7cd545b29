import NextIcon from '@mui/icons-material/KeyboardArrowDown'
import PreviousIcon from '@mui/icons-material/KeyboardArrowUp'
import { Box, IconButton, InputAdornment, TextField } from '@mui/material'
import type { KeyboardEvent } from 'react'
import { useTranslate } from '../../i18n/translate'
import type { Search } from './useSearch'

/** Searches the tree: Enter goes to the next match, Shift+Enter to the previous one, Escape ends the search. */
export function SearchBox({ search }: { search: Search }) {
  const translate = useTranslate()
  const { text, matches, at } = search
  const label = translate('json.search.label')
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
  const steps = [
    { by: -1, label: translate('json.search.previous'), Icon: PreviousIcon },
    { by: 1, label: translate('json.search.next'), Icon: NextIcon },
  ] as const
  return (
    <Box
      sx={{ display: 'flex', alignItems: 'center', flex: { xs: '1 1 100%', sm: '1 1 260px' }, minWidth: 0 }}
    >
      <TextField
        type="search"
        size="small"
        fullWidth
        value={text}
        onChange={({ target }) => search.change(target.value)}
        onKeyDown={onKeyDown}
        placeholder={label}
        slotProps={{
          htmlInput: { 'aria-label': label, spellCheck: false, autoComplete: 'off' },
          input: {
            endAdornment: (
              <InputAdornment position="end">
                <output>{text !== '' && count}</output>
              </InputAdornment>
            ),
          },
        }}
      />
      {steps.map(({ by, label, Icon }) => (
        <IconButton
          key={by}
          size="small"
          aria-label={label}
          title={label}
          disabled={matches.length === 0}
          onClick={() => search.step(by)}
        >
          <Icon />
        </IconButton>
      ))}
    </Box>
  )
}
