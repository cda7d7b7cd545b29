import CloseIcon from '@mui/icons-material/Close'
import { Dialog, IconButton, useMediaQuery, useTheme } from '@mui/material'
import { useId } from 'react'
import { useNavigate } from 'react-router-dom'
import { OpenCombobox } from '../../components/combobox/OpenCombobox'
import type { Entry } from './entries'
import type { Progress } from './records'
import { useTranslate } from './texts'

/** The state of all searches. */
interface Search extends Progress {
  isTooShort: boolean
  /** Some results are not shown here or in any list. */
  isCut: boolean
}

interface PaletteDialogProps {
  text: string
  onType: (text: string) => void
  entries: Entry[]
  search: Search
  /** Stores the chosen entry. */
  onChosen: (entry: Entry) => void
  onClose: () => void
}

/** A search input with matching entries; full screen on a phone. */
export function PaletteDialog({ text, onType, entries, search, onChosen, onClose }: PaletteDialogProps) {
  const translate = useTranslate()
  const navigate = useNavigate()
  const narrow = useMediaQuery(useTheme().breakpoints.down('sm'))
  const inputId = useId()

  const open = (entry: Entry, inNewTab: boolean) => {
    onChosen(entry)
    if (inNewTab && entry.to) {
      window.open(entry.to, '_blank')
      return
    }
    onClose()
    if (entry.to) void navigate(entry.to)
    entry.run?.()
  }

  const status = () => {
    if (search.isSearching) return translate('palette.searching')
    if (search.hasFailed) return translate('palette.failed')
    if (search.isTooShort) return translate('palette.tooShort')
    if (search.isCut) return translate('palette.more')
    return entries.length === 0 ? translate('palette.none') : ''
  }

  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      maxWidth="sm"
      fullScreen={narrow}
      transitionDuration={0}
      aria-labelledby={inputId}
      slotProps={{ paper: { sx: narrow ? {} : { alignSelf: 'start', mt: '10vh', maxHeight: '70vh' } } }}
    >
      <OpenCombobox<Entry>
        id={inputId}
        label={translate('palette.label')}
        placeholder={translate('palette.placeholder')}
        listLabel={translate('palette.results')}
        text={text}
        onType={onType}
        choices={entries}
        keyOf={({ key }) => key}
        headingOf={({ group }) => group}
        isDisabled={({ reason }) => reason !== undefined}
        renderChoice={({ icon: Icon, title, detail, reason }) => (
          <>
            <Icon />
            <span className="title">{title}</span>
            {(reason ?? detail) && <small>{reason ?? detail}</small>}
          </>
        )}
        onChoose={open}
        onClose={onClose}
        status={status()}
        onRetry={search.hasFailed && !search.isSearching ? search.retry : undefined}
        end={
          <IconButton aria-label={translate('common.close')} onClick={onClose} size="small" sx={{ mr: 1 }}>
            <CloseIcon fontSize="small" />
          </IconButton>
        }
      />
    </Dialog>
  )
}
