import RemoveIcon from '@mui/icons-material/Close'
import { Box, Button, IconButton, Typography } from '@mui/material'
import { type Identifier, useListContext } from 'react-admin'
import { useTranslate } from '../../../i18n/translate'
import { msg as bulkMsg } from '../../bulk/texts'
import { DialogPopover, type DialogPopoverProps } from '../../dialog/DialogPopover'

/** Maximum number of names, so that the popover opens at once; the rest are counted. */
const MOST_NAMES = 200

interface HiddenSelectionProps extends Pick<DialogPopoverProps, 'anchor' | 'onClose'> {
  rows: readonly { id: Identifier; label: string }[]
}

/** The selected rows that the list does not show, with buttons to deselect one or all. */
export default function HiddenSelection({ anchor, onClose, rows }: HiddenSelectionProps) {
  const translate = useTranslate()
  const { selectedIds, onSelect } = useListContext()
  const deselect = (gone: readonly { id: Identifier }[]) => {
    const ids = new Set(gone.map(({ id }) => id))
    onSelect(selectedIds.filter((id) => !ids.has(id)))
    if (gone.length === rows.length) onClose()
  }
  const title = translate(bulkMsg('bulk.hidden.title'))
  const more = rows.length - MOST_NAMES
  return (
    <DialogPopover {...{ anchor, onClose }} label={title} minWidth={280}>
      <Typography variant="subtitle2" component="h2">
        {title}
      </Typography>
      <Box
        component="ul"
        aria-label={title}
        sx={{ listStyle: 'none', m: 0, my: 1, p: 0, maxHeight: 320, maxWidth: 420, overflow: 'auto' }}
      >
        {rows.slice(0, MOST_NAMES).map((row) => (
          <Box
            component="li"
            key={row.id}
            sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 40 }}
          >
            <Box component="span" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
              {row.label}
            </Box>
            <IconButton
              aria-label={translate(bulkMsg('bulk.hidden.deselect'), { name: row.label })}
              title={translate(bulkMsg('bulk.hidden.deselect'), { name: row.label })}
              onClick={() => deselect([row])}
            >
              <RemoveIcon fontSize="small" />
            </IconButton>
          </Box>
        ))}
      </Box>
      {more > 0 && (
        <Typography variant="body2" color="text.secondary" sx={{ mb: 1 }}>
          {translate(bulkMsg('bulk.more'), { smart_count: more })}
        </Typography>
      )}
      <Button size="small" onClick={() => deselect(rows)}>
        {translate(bulkMsg('bulk.hidden.deselectAll'))}
      </Button>
    </DialogPopover>
  )
}
