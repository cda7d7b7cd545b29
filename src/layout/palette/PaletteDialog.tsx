import CloseIcon from '@mui/icons-material/Close'
import { Box, Button, Dialog, IconButton, InputBase, useMediaQuery, useTheme } from '@mui/material'
import { type KeyboardEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Group } from './arrange'
import type { Entry } from './entries'
import { PaletteRows } from './PaletteRows'
import { useTranslate } from './texts'

/** How the search on the server goes. */
interface Progress {
  isSearching: boolean
  hasFailed: boolean
  retry: () => void
  isTooShort: boolean
  /** More was found than is shown, and no list shows it. */
  isCut: boolean
}

interface PaletteDialogProps {
  text: string
  onType: (text: string) => void
  groups: readonly Group[]
  search: Progress
  /** Notes what was chosen. */
  onChosen: (entry: Entry) => void
  onClose: () => void
}

/** Where the keys lead from a row; null for a key that moves nothing. Past one end the arrows go on at the other. */
function rowAfter(key: string, row: number, count: number): number | null {
  if (count === 0) return null
  if (key === 'ArrowDown') return row + 1 < count ? row + 1 : 0
  if (key === 'ArrowUp') return row > 0 ? row - 1 : count - 1
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}

/** Says how the search goes; a search that failed can be made again. */
function Status({ search, isEmpty }: { search: Progress; isEmpty: boolean }) {
  const translate = useTranslate()
  const { isSearching, hasFailed, retry, isTooShort, isCut } = search
  const text = () => {
    if (isSearching) return translate('palette.searching')
    if (hasFailed) return translate('palette.failed')
    if (isTooShort) return translate('palette.tooShort')
    if (isCut) return translate('palette.more')
    return isEmpty ? translate('palette.none') : ''
  }
  const shown = text()
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        px: 2,
        py: shown ? 1 : 0,
        color: 'text.secondary',
        fontSize: '0.875rem',
      }}
    >
      <span role="status">{shown}</span>
      {hasFailed && !isSearching && (
        <Button size="small" onClick={retry}>
          {translate('common.tryNow')}
        </Button>
      )}
    </Box>
  )
}

/** An input with the rows that match it; on a phone it takes the whole screen. */
export function PaletteDialog({ text, onType, groups, search, onChosen, onClose }: PaletteDialogProps) {
  const translate = useTranslate()
  const navigate = useNavigate()
  const narrow = useMediaQuery(useTheme().breakpoints.down('sm'))
  const listId = useId()
  const [chosenKey, choose] = useState<string | null>(null)
  const entries = groups.flatMap(({ entries }) => entries)
  const kept = entries.findIndex(({ key }) => key === chosenKey)
  const row = Math.max(0, kept)
  const active = entries[row]
  const idOf = (entry: Entry) => `${listId}-${entries.indexOf(entry)}`

  const open = (entry: Entry, inNewTab: boolean) => {
    if (entry.reason !== undefined) return
    onChosen(entry)
    if (inNewTab && entry.to) {
      window.open(entry.to, '_blank')
      return
    }
    onClose()
    if (entry.to) void navigate(entry.to)
    entry.run?.()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const next = rowAfter(event.key, row, entries.length)
    if (next !== null) choose(entries[next]?.key ?? null)
    else if (event.key === 'Enter' && active) open(active, event.ctrlKey || event.metaKey)
    else return
    event.preventDefault()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      maxWidth="sm"
      fullScreen={narrow}
      transitionDuration={0}
      aria-labelledby={`${listId}-input`}
      slotProps={{ paper: { sx: narrow ? {} : { alignSelf: 'start', mt: '10vh', maxHeight: '70vh' } } }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          flexShrink: 0,
          borderBottom: '1px solid',
          borderColor: 'divider',
          pr: 1,
        }}
      >
        <InputBase
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- opening the palette is a wish to type
          autoFocus
          fullWidth
          value={text}
          placeholder={translate('palette.placeholder')}
          onChange={({ target }) => {
            choose(null)
            onType(target.value)
          }}
          onKeyDown={onKeyDown}
          inputProps={{
            id: `${listId}-input`,
            role: 'combobox',
            'aria-label': translate('palette.label'),
            'aria-expanded': entries.length > 0,
            'aria-autocomplete': 'list',
            'aria-controls': listId,
            'aria-activedescendant': active && idOf(active),
            autoComplete: 'off',
            spellCheck: false,
            maxLength: 255,
            enterKeyHint: 'go',
          }}
          sx={{ px: 2, py: 1.25, fontSize: '1rem' }}
        />
        <IconButton aria-label={translate('common.close')} onClick={onClose} size="small">
          <CloseIcon fontSize="small" />
        </IconButton>
      </Box>
      <PaletteRows {...{ listId, groups, active, idOf }} onActive={({ key }) => choose(key)} onOpen={open} />
      <Status search={search} isEmpty={entries.length === 0} />
    </Dialog>
  )
}
