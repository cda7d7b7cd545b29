import { Dialog, type DialogProps, DialogTitle, useMediaQuery, useTheme } from '@mui/material'
import { useEffect, useId } from 'react'

export interface TaskDialogProps extends Omit<DialogProps, 'open' | 'title'> {
  title: string
}

function keepPlace() {
  if (document.activeElement === document.body)
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
}

/** For a dialog whose opener may disappear: the focus then goes to the page. */
export function useKeptPlace() {
  // The dialog gives the focus back first.
  useEffect(() => () => void requestAnimationFrame(keepPlace), [])
}

/** A dialog in which something is done: on a phone it takes the whole screen. Render it while it is open only. */
export function TaskDialog({ title, children, ...props }: TaskDialogProps) {
  const narrow = useMediaQuery(useTheme().breakpoints.down('sm'))
  const titleId = useId()
  return (
    <Dialog fullWidth maxWidth="sm" fullScreen={narrow} {...props} open aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      {children}
    </Dialog>
  )
}
