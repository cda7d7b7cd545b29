import { Checkbox, FormControlLabel, FormGroup, Popover, Typography } from '@mui/material'
import { useTranslate } from '../../i18n/translate'
import type { Column } from './types'
import { useTable } from './useTable'

interface ColumnPopoverProps {
  columns: readonly Column<never>[]
  anchor: HTMLElement
  onClose: () => void
}

const SMALL = { typography: { variant: 'body2' } } as const

/** Shows and hides columns. This browser keeps the choice for the table. */
export default function ColumnPopover({ columns, anchor, onClose }: ColumnPopoverProps) {
  const translate = useTranslate()
  const { settings, changeSettings } = useTable()
  const title = translate('table.columns')
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': title, sx: { p: 2, mt: 0.5, minWidth: 220 } } }}
    >
      <Typography variant="subtitle2" component="h2">
        {title}
      </Typography>
      <FormGroup>
        {columns.map(({ id, label, hideable, hidden }) => {
          const shown = hideable === false || (settings.columns[id] ?? !hidden)
          return (
            <FormControlLabel
              slotProps={SMALL}
              key={id}
              label={translate(label)}
              control={
                <Checkbox
                  size="small"
                  checked={shown}
                  disabled={hideable === false}
                  onChange={() => changeSettings({ columns: { ...settings.columns, [id]: !shown } })}
                />
              }
            />
          )
        })}
      </FormGroup>
    </Popover>
  )
}
