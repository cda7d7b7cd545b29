import { Popover } from '@mui/material'
import type { ReactNode } from 'react'

export interface DialogPopoverProps {
  /** What it opens below. */
  anchor: HTMLElement
  /** Its name. */
  label: string
  minWidth?: number
  /** The side of the anchor that it is aligned with. */
  side?: 'left' | 'right'
  /** Called with how a person leaves it. */
  onClose: (reason?: 'backdropClick' | 'escapeKeyDown') => void
  children: ReactNode
}

/** A small dialog below its button. */
export function DialogPopover(props: DialogPopoverProps) {
  const { anchor, label, minWidth, side = 'left', onClose, children } = props
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={(_event, reason) => onClose(reason)}
      anchorOrigin={{ vertical: 'bottom', horizontal: side }}
      transformOrigin={{ vertical: 'top', horizontal: side }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': label, sx: { p: 2, mt: 0.5, minWidth } } }}
    >
      {children}
    </Popover>
  )
}
