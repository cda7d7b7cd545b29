import { Popover } from '@mui/material'
import type { ReactNode } from 'react'

interface DialogPopoverProps {
  /** What it opens below. */
  anchor: HTMLElement
  /** Its name. */
  label: string
  minWidth?: number
  onClose: () => void
  children: ReactNode
}

/** A small dialog below its button. */
export function DialogPopover({ anchor, label, minWidth, onClose, children }: DialogPopoverProps) {
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': label, sx: { p: 2, mt: 0.5, minWidth } } }}
    >
      {children}
    </Popover>
  )
}
