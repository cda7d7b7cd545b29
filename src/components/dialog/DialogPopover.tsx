import { Popover, type PopoverActions } from '@mui/material'
import { type ReactNode, useCallback, useRef } from 'react'

export interface DialogPopoverProps {
  /** The element below which it opens. */
  anchor: HTMLElement
  /** Accessible name. */
  label: string
  minWidth?: number
  /** The side of the anchor to align with. */
  side?: 'left' | 'right'
  /** Called with the way in which the person closed it. */
  onClose: (reason?: 'backdropClick' | 'escapeKeyDown') => void
  children: ReactNode
}

/** Keeps a popover on screen when its content grows later; returns the ref for the content. */
function usePlace() {
  const actions = useRef<PopoverActions>(null)
  const content = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    const observer = new ResizeObserver(() => actions.current?.updatePosition())
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { actions, content }
}

/** A small dialog below its button. */
export function DialogPopover(props: DialogPopoverProps) {
  const { anchor, label, minWidth, side = 'left', onClose, children } = props
  const { actions, content } = usePlace()
  return (
    <Popover
      open
      action={actions}
      anchorEl={anchor}
      onClose={(_event, reason) => onClose(reason)}
      anchorOrigin={{ vertical: 'bottom', horizontal: side }}
      transformOrigin={{ vertical: 'top', horizontal: side }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': label, sx: { p: 2, mt: 0.5, minWidth } } }}
    >
      <div ref={content}>{children}</div>
    </Popover>
  )
}
