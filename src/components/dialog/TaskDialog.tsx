import { Dialog, type DialogProps, DialogTitle, useMediaQuery, useTheme } from '@mui/material'
import { useEffect, useId } from 'react'

export interface TaskDialogProps extends Omit<DialogProps, 'open' | 'title'> {
  title: string
}

function keepPlace() {
  if (document.activeElement === document.body)
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
}

/** For dialogs whose opener may disappear: the focus then goes to the page. */
export function useKeptPlace() {
  // The dialog returns the focus first.
  useEffect(() => () => void requestAnimationFrame(keepPlace), [])
}

/** A dialog for a task; full screen on a phone. Render it only while it is open. */
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
