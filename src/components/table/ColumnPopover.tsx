import { Checkbox, FormControlLabel, FormGroup, Typography } from '@mui/material'
import { type ReactNode, Suspense } from 'react'
import { useTranslate } from '../../i18n/translate'
import { DialogPopover, type DialogPopoverProps } from '../page/DialogPopover'
import type { Column } from './types'
import { isShown, useLabelOf, useTable } from './useTable'

interface ColumnPopoverProps extends Pick<DialogPopoverProps, 'anchor' | 'onClose'> {
  columns: readonly Column<never>[]
  /** Ids of those that have no room in the table. */
  left: readonly string[]
  /** Below the columns. */
  more: ReactNode
}

const SMALL = { typography: { variant: 'body2' } } as const

/**
 * Shows and hides columns. This browser keeps the choice for the table. One that has no room is not ticked: it stays when it is
 * chosen, and others leave; if there is still no room for it, it is hidden when it is chosen again.
 */
export default function ColumnPopover({ columns, left, more, ...popover }: ColumnPopoverProps) {
  const translate = useTranslate()
  const labelOf = useLabelOf()
  const { settings, changeSettings } = useTable()
  const title = translate('table.columns')
  const offered = columns.filter(({ labelText }) => labelText === undefined)
  return (
    <DialogPopover {...popover} label={title} side="right" minWidth={220}>
      <Typography variant="subtitle2" component="h2">
        {title}
      </Typography>
      <FormGroup>
        {offered.map((column) => {
          const { id, hideable } = column
          const isWanted = isShown(settings)(column)
          const isLeft = isWanted && left.includes(id)
          const isChosen = settings.columns[id] === true
          const shown = isWanted && !isLeft
          return (
            <FormControlLabel
              slotProps={SMALL}
              key={id}
              label={
                <>
                  {labelOf(column)}{' '}
                  {isLeft && (
                    <Typography component="span" variant="caption" color="text.secondary">
                      {translate('table.noRoom')}
                    </Typography>
                  )}
                </>
              }
              control={
                <Checkbox
                  size="small"
                  checked={shown}
                  disabled={hideable === false}
                  onChange={() =>
                    changeSettings({ columns: { ...settings.columns, [id]: isLeft ? !isChosen : !shown } })
                  }
                />
              }
            />
          )
        })}
      </FormGroup>
      <Suspense>{more}</Suspense>
    </DialogPopover>
  )
}
